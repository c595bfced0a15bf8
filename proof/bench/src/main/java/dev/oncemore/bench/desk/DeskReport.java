package dev.oncemore.bench.desk;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Numbers;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import dev.oncemore.bench.measure.TextTable;
import java.util.List;

/** Formats the result of a run. */
final class DeskReport {
    private static final double READ_RATIO_MAX = 1.3;
    private static final double WRITE_SECONDS_MAX = 10;
    private static final double CSV_MIN = 200_000;
    private static final double PAGE_MILLIS_MAX = 100;
    private static final double SEND_MIN = 2_000;
    private static final double SECOND = 1_000;

    private final Machine machine;
    private final Figures figures;

    DeskReport(Machine machine, Figures figures) {
        this.machine = machine;
        this.figures = figures;
    }

    List<String> lines() {
        List<String> lines =
                machine.heading(List.of("A sheet of twelve columns. Reading is with checks and has " + DeskRun.READ_HEAP
                        + " MB of heap; Apache POI only reads. Sending is by a warmed-up server, without log lines."));
        TextTable table = new TextTable(2, "case", "who", "median", "unit");
        figures.all().stream().filter(Measurement::isMedian).forEach(figure -> add(table, figure));
        lines.addAll(table.lines());
        lines.add("");
        targets().stream().map(Target::toString).forEach(lines::add);
        return lines;
    }

    private static void add(TextTable table, Figure figure) {
        table.add(figure.caseName(), figure.subject(), Numbers.text(figure.value()), figure.metric());
    }

    List<Target> targets() {
        double poi = figures.value(DeskRun.READ, DeskRun.POI, DeskRun.MILLIS);
        return List.of(
                Target.atMost(DeskRun.READ, own(DeskRun.READ, DeskRun.MILLIS) / poi, READ_RATIO_MAX, " × poi's time"),
                Target.atMost(DeskRun.WRITE, own(DeskRun.WRITE, DeskRun.MILLIS) / SECOND, WRITE_SECONDS_MAX, " s"),
                Target.atLeast(DeskRun.CSV, own(DeskRun.CSV, DeskRun.ROWS), CSV_MIN, " rows/s"),
                Target.atMost(DeskRun.PAGE, own(DeskRun.PAGE, DeskRun.P99), PAGE_MILLIS_MAX, " ms p99"),
                Target.atLeast(DeskRun.SEND, own(DeskRun.SEND, DeskRun.DOCUMENTS), SEND_MIN, " documents/s"));
    }

    private double own(String caseName, String metric) {
        return figures.value(caseName, Subject.ONCEMORE, metric);
    }
}
