package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench task}: durable tasks next to other libraries, on PostgreSQL. */
@Command(name = "task", description = "Durable tasks next to other libraries, on PostgreSQL.")
public final class TaskBench extends MeasuringCommand {
    private static final String NOTE =
            "Durable commits, %d workers and %d connections for each, the subjects of a case in turns; least and most are of the rounds."
                    .formatted(Contender.WORKERS, Contender.CONNECTIONS);
    private static final String QUICK_NOTE = "A quick run: short rounds, and %,d waiting tasks instead of %,d."
            .formatted(TaskEffort.QUICK.waitingMany(), TaskEffort.FULL.waitingMany());

    @Option(
            names = "--case",
            paramLabel = "CASE",
            split = ",",
            converter = CaseConverter.class,
            description =
                    "The cases to measure, separated by commas (default: all): drain, flow, enqueue, joined, pick-up,"
                            + " old-snapshot, waiting, lanes, sqlite.")
    private final List<TaskCase> cases = new ArrayList<>();

    @Option(
            names = "--quick",
            description = "Measure for about five minutes instead of forty, with a tenth of the waiting tasks. Good for"
                    + " factors only.")
    private boolean quick;

    private TaskBench() {}

    @Override
    protected Findings measure(PrintWriter progress) {
        List<TaskCase> chosen = cases.isEmpty() ? List.of(TaskCase.values()) : List.copyOf(cases);
        Figures figures = new TaskRun(chosen, quick ? TaskEffort.QUICK : TaskEffort.FULL).measure(progress);
        return findings(figures, quick);
    }

    static Findings findings(Figures figures, boolean quick) {
        return new Findings(
                quick ? List.of(NOTE, QUICK_NOTE) : List.of(NOTE),
                List.of(Peers.DB_SCHEDULER, TaskRun.UNHINDERED),
                figures,
                TaskTargets.of(figures));
    }
}
