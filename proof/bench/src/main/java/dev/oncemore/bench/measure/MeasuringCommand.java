package dev.oncemore.bench.measure;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The base of every bench: measures, prints the report, and writes the figures to a file on request. */
public abstract class MeasuringCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    @Mixin
    private final JsonOption json = new JsonOption();

    /** Measures, and shows the progress. */
    protected abstract Findings measure(PrintWriter progress);

    @Override
    public final Integer call() {
        json.requireWritable();
        Machine machine = Machine.now();
        PrintWriter progress = spec.commandLine().getErr();
        machine.warning().ifPresent(progress::println);
        Findings findings = measure(progress);

        PrintWriter out = spec.commandLine().getOut();
        out.println();
        new TextReport(machine, findings).lines().forEach(out::println);
        out.flush();
        json.write(spec.name(), findings);
        return ExitCode.OK;
    }
}
