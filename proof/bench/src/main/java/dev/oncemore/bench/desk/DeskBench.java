package dev.oncemore.bench.desk;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench desk}: the document desk with a sheet of 100,000 rows. */
@Command(name = "desk", description = "The document desk with a sheet of 100,000 rows, next to Apache POI.")
public final class DeskBench extends MeasuringCommand {
    private static final String NOTE = "A sheet of twelve columns. Reading is with checks and has "
            + DeskRun.READ_HEAP
            + " MB of heap; Apache POI only reads. Sending is by a warmed-up server in a process of its own, on SQLite with 8"
            + " connections to a sandbox, from the confirmation until the last row has ended; its CPU does not include the"
            + " sandbox.";

    @Option(names = "--quick", description = "Measure less often, and send fewer documents.")
    private boolean quick;

    private DeskBench() {}

    @Override
    protected Findings measure(PrintWriter progress) {
        return findings(new DeskRun(quick ? DeskEffort.QUICK : DeskEffort.FULL).measure(progress));
    }

    static Findings findings(Figures figures) {
        return new Findings(List.of(NOTE), List.of(DeskRun.POI, DeskRun.FASTCSV), figures, DeskTargets.of(figures));
    }
}
