package dev.oncemore.bench.http;

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
final class HttpReport {
    /** The client may add a twentieth to the time of a request. */
    private static final double THROUGHPUT_RATIO_MIN = 0.95;

    private static final double TIME_RATIO_MAX = 1.05;

    private final Machine machine;
    private final Figures figures;

    HttpReport(Machine machine, Figures figures) {
        this.machine = machine;
        this.figures = figures;
    }

    List<String> lines() {
        List<String> lines = machine.heading(
                List.of("HTTP/1.1 over loopback, server and clients in one process; the clients take turns."));
        TextTable table = new TextTable(2, "case", "client", "median", "least", "most", "unit", "compared");
        figures.all().stream().filter(Measurement::isMedian).forEach(figure -> addRow(table, figure));
        lines.addAll(table.lines());
        lines.add("");
        targets().stream().map(Target::toString).forEach(lines::add);
        return lines;
    }

    private void addRow(TextTable table, Figure figure) {
        double reference = figures.value(figure.caseName(), HttpRun.JDK, figure.metric());
        table.add(
                figure.caseName(),
                figure.subject(),
                Numbers.text(figure.value()),
                Numbers.text(figures.value(figure.caseName(), figure.subject(), figure.metric() + Measurement.LEAST)),
                Numbers.text(figures.value(figure.caseName(), figure.subject(), figure.metric() + Measurement.MOST)),
                figure.metric(),
                "%.3f × %s".formatted(figure.value() / reference, HttpRun.JDK));
    }

    List<Target> targets() {
        List<Target> targets = new ArrayList<>();
        for (HttpCase inCase : HttpCase.values()) {
            figures.find(inCase.caseName(), Subject.ONCEMORE, inCase.metric()).ifPresent(own -> {
                double ratio = own.value() / figures.value(inCase.caseName(), HttpRun.JDK, inCase.metric());
                targets.add(target(inCase, ratio));
            });
        }
        return targets;
    }

    private static Target target(HttpCase inCase, double ratio) {
        return inCase.metric().equals(Figure.THROUGHPUT)
                ? Target.atLeast(inCase.caseName(), ratio, THROUGHPUT_RATIO_MIN, " × jdk")
                : Target.atMost(inCase.caseName(), ratio, TIME_RATIO_MAX, " × jdk's time");
    }
}
