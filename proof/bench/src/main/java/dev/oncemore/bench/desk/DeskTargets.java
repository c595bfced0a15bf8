package dev.oncemore.bench.desk;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.util.List;

/** The targets of the desk. */
final class DeskTargets {
    private static final double READ_RATIO_MAX = 0.5;
    private static final double WRITE_SECONDS_MAX = 10;
    private static final double CSV_MIN = 300_000;
    private static final double PAGE_MILLIS_MAX = 50;
    private static final double SEND_MIN = 1_500;
    private static final double SEND_CPU_MILLIS_MAX = 0.8;
    private static final double SECOND = 1_000;

    private final Figures figures;

    private DeskTargets(Figures figures) {
        this.figures = figures;
    }

    static List<Target> of(Figures figures) {
        return new DeskTargets(figures).targets();
    }

    private List<Target> targets() {
        double poi = figures.value(DeskRun.READ, DeskRun.POI, DeskRun.MILLIS);
        return List.of(
                Target.atMost(DeskRun.READ, own(DeskRun.READ, DeskRun.MILLIS) / poi, READ_RATIO_MAX, " × poi's time"),
                Target.atMost(DeskRun.WRITE, own(DeskRun.WRITE, DeskRun.MILLIS) / SECOND, WRITE_SECONDS_MAX, " s"),
                Target.atLeast(DeskRun.CSV, own(DeskRun.CSV, DeskRun.ROWS), CSV_MIN, " rows/s"),
                Target.atMost(DeskRun.PAGE, own(DeskRun.PAGE, DeskRun.P99), PAGE_MILLIS_MAX, " ms p99"),
                Target.atLeast(DeskRun.SEND, own(DeskRun.SEND, DeskRun.DOCUMENTS), SEND_MIN, " documents/s"),
                Target.atMost(
                        DeskRun.SEND,
                        own(DeskRun.SEND, DeskRun.SERVER_CPU),
                        SEND_CPU_MILLIS_MAX,
                        " ms of the server's CPU/document"));
    }

    private double own(String caseName, String metric) {
        return figures.value(caseName, Subject.ONCEMORE, metric);
    }
}
