package dev.oncemore.bench.lab;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench lab}: the simulator itself. */
@Command(
        name = "lab",
        description =
                "The lab: simulated attempts a second, a million clients, a published experiment, and the doctor.")
public final class LabBench extends MeasuringCommand {
    private static final List<String> NOTES = List.of(
            "Attempts are counted per second of CPU time of the whole process, with backoff, jitter, budget and breaker; no"
                    + " other simulator runs production policies, so there is no peer.",
            "Clients run in a process with " + LargeStorm.HEAP_MEGABYTES
                    + " MB of heap; the live heap is the largest of" + " several collections during the run.",
            "Contention is the experiment of the AWS Architecture Blog (2015) with 100 clients, as calls until all are done.",
            "The doctor reviews 10,000 classes of the libraries on the class path, once, as a check in CI does.");

    @Option(names = "--quick", description = "Measure less often.")
    private boolean quick;

    private LabBench() {}

    @Override
    protected Findings measure(PrintWriter progress) {
        return findings(new LabMeasuring(quick ? LabEffort.QUICK : LabEffort.FULL).measure(progress));
    }

    static Findings findings(Figures figures) {
        return new Findings(NOTES, List.of(LabMeasuring.PLAIN), figures, LabTargets.of(figures));
    }
}
