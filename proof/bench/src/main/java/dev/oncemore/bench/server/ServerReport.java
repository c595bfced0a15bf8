package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Numbers;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import dev.oncemore.bench.measure.TextTable;
import java.util.ArrayList;
import java.util.List;

/** Formats the result of a run. */
final class ServerReport {
    private static final double START_MILLIS_MAX = 2_000;
    private static final double PAGE_MILLIS_MAX = 100;
    private static final double POSTS_MIN = 5_000;
    private static final double IDLE_PERCENT_MAX = 1;

    private final Machine machine;
    private final Figures figures;

    ServerReport(Machine machine, Figures figures) {
        this.machine = machine;
        this.figures = figures;
    }

    List<String> lines() {
        List<String> lines = machine.heading(List.of(
                "A server on SQLite with a heap of 128 MB, over loopback; the client has the same processors."));
        TextTable table = new TextTable(2, "case", "who", "figure", "unit");
        figures.all().stream()
                .filter(Measurement::isMedian)
                .forEach(figure ->
                        table.add(figure.caseName(), figure.subject(), Numbers.text(figure.value()), figure.metric()));
        lines.addAll(table.lines());
        lines.add("");
        targets().stream().map(Target::toString).forEach(lines::add);
        double ratio = figures.value(ServerRun.POSTS, Subject.ONCEMORE, Figure.THROUGHPUT)
                / figures.value(ServerRun.POSTS, ServerRun.NOTHING, Figure.THROUGHPUT);
        lines.add("a keyed POST that enqueues a task: %.2f × the throughput of a request that does nothing"
                .formatted(ratio));
        return lines;
    }

    List<Target> targets() {
        List<Target> targets = new ArrayList<>();
        targets.add(Target.atMost(
                ServerRun.START,
                figures.value(ServerRun.START, Subject.ONCEMORE, ServerRun.MILLIS),
                START_MILLIS_MAX,
                " ms to the first page"));
        figures.all().stream()
                .filter(figure -> figure.caseName().startsWith(ServerRun.PAGE))
                .forEach(figure ->
                        targets.add(Target.atMost(figure.caseName(), figure.value(), PAGE_MILLIS_MAX, " ms p99")));
        targets.add(Target.atLeast(
                ServerRun.POSTS,
                figures.value(ServerRun.POSTS, Subject.ONCEMORE, Figure.THROUGHPUT),
                POSTS_MIN,
                " a second"));
        targets.add(Target.below(
                ServerRun.IDLE,
                figures.value(ServerRun.IDLE, Subject.ONCEMORE, ServerRun.PERCENT),
                IDLE_PERCENT_MAX,
                " % of a processor"));
        return targets;
    }
}
