package dev.oncemore.bench.spring;

import dev.oncemore.bench.measure.Jvm;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.testkit.server.FreshDatabase;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;

/** The start of an application in a JVM of its own. */
final class StartUp {
    private static final String SAID = "started in nanoseconds: ";

    private StartUp() {}

    /**
     * Starts an application, prints how long it took, and ends.
     *
     * @param args the kind of application, and its settings
     */
    public static void main(String[] args) {
        long from = System.nanoTime();
        SpringApplication application =
                new SpringApplication(Protection.valueOf(args[0]).application());
        application.setBannerMode(Banner.Mode.OFF);
        String[] settings = new String[args.length - 1];
        System.arraycopy(args, 1, settings, 0, settings.length);
        application.run(settings);
        System.out.println(SAID + (System.nanoTime() - from));
        System.exit(0);
    }

    static double millis(Protection protection, FreshDatabase database) {
        List<String> command = new ArrayList<>(Jvm.command(StartUp.class.getName()));
        command.add(protection.name());
        command.addAll(ShopServer.settings(protection, database));
        String what = "the start of " + protection.subject();
        return Jvm.output(what, command)
                .lines()
                .filter(line -> line.startsWith(SAID))
                .mapToLong(line -> Long.parseLong(line.substring(SAID.length())))
                .mapToDouble(nanos -> nanos / 1e6)
                .findFirst()
                .orElseThrow(() -> new MeasuringException(what + " printed no time", null));
    }
}
