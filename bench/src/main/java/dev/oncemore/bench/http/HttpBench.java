package dev.oncemore.bench.http;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.JsonOption;
import dev.oncemore.bench.measure.Machine;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code oncemore bench http}: the retrying HTTP client next to the JDK's own. */
@Command(name = "http", description = "The retrying HTTP client next to the JDK's own, when all goes well.")
public final class HttpBench implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli looks at it
    private boolean help;

    @Option(names = "--quick", description = "Measure for one minute instead of six.")
    private boolean quick;

    @Mixin
    private final JsonOption json = new JsonOption();

    private HttpBench() {}

    @Override
    public Integer call() {
        json.requireWritable();
        Machine machine = Machine.now();
        machine.warning().ifPresent(spec.commandLine().getErr()::println);
        Figures figures = new HttpRun(quick ? HttpEffort.QUICK : HttpEffort.FULL)
                .measure(spec.commandLine().getErr());

        PrintWriter out = spec.commandLine().getOut();
        out.println();
        new HttpReport(machine, figures).lines().forEach(out::println);
        out.flush();
        json.write("http", figures);
        return ExitCode.OK;
    }
}
