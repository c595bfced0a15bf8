package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench server}. */
@Command(name = "server", description = "A server with a large store and little memory.")
public final class ServerBench extends MeasuringCommand {
    @Option(names = "--quick", description = "Measure with a tenth of the rows, in two minutes instead of five.")
    private boolean quick;

    private ServerBench() {}

    @Override
    protected Findings measure(Machine machine, PrintWriter progress) {
        Figures figures = new ServerRun(quick ? ServerEffort.QUICK : ServerEffort.FULL).measure(progress);
        return new Findings(figures, new ServerReport(machine, figures).lines());
    }
}
