package dev.oncemore.bench.desk;

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

/** {@code oncemore bench desk}: the document desk with a sheet of 100,000 rows. */
@Command(name = "desk", description = "The document desk with a sheet of 100,000 rows, next to Apache POI.")
public final class DeskBench implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli looks at it
    private boolean help;

    @Option(names = "--quick", description = "Measure less often, and send fewer documents.")
    private boolean quick;

    @Mixin
    private final JsonOption json = new JsonOption();

    private DeskBench() {}

    @Override
    public Integer call() {
        json.requireWritable();
        Machine machine = Machine.now();
        machine.warning().ifPresent(spec.commandLine().getErr()::println);
        Figures figures = new DeskRun(quick ? DeskEffort.QUICK : DeskEffort.FULL)
                .measure(spec.commandLine().getErr());

        PrintWriter out = spec.commandLine().getOut();
        out.println();
        new DeskReport(machine, figures).lines().forEach(out::println);
        out.flush();
        json.write("desk", figures);
        return ExitCode.OK;
    }
}
