package dev.oncemore.bench.server;

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

/** {@code oncemore bench server}. */
@Command(name = "server", description = "A server with much in its store and little memory.")
public final class ServerBench implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli looks at it
    private boolean help;

    @Option(names = "--quick", description = "Measure with a tenth of the rows, in two minutes instead of five.")
    private boolean quick;

    @Mixin
    private final JsonOption json = new JsonOption();

    private ServerBench() {}

    @Override
    public Integer call() {
        json.requireWritable();
        Machine machine = Machine.now();
        machine.warning().ifPresent(spec.commandLine().getErr()::println);
        Figures figures = new ServerRun(quick ? ServerEffort.QUICK : ServerEffort.FULL)
                .measure(spec.commandLine().getErr());

        PrintWriter out = spec.commandLine().getOut();
        out.println();
        new ServerReport(machine, figures).lines().forEach(out::println);
        out.flush();
        json.write("server", figures);
        return ExitCode.OK;
    }
}
