package dev.oncemore.bench.desk;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench desk}: the document desk with a sheet of 100,000 rows. */
@Command(name = "desk", description = "The document desk with a sheet of 100,000 rows, next to Apache POI.")
public final class DeskBench extends MeasuringCommand {
    @Option(names = "--quick", description = "Measure less often, and send fewer documents.")
    private boolean quick;

    private DeskBench() {}

    @Override
    protected Findings measure(Machine machine, PrintWriter progress) {
        Figures figures = new DeskRun(quick ? DeskEffort.QUICK : DeskEffort.FULL).measure(progress);
        return new Findings(figures, new DeskReport(machine, figures).lines());
    }
}
