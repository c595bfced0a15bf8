package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Numbers;
import dev.oncemore.bench.measure.Sample;
import dev.oncemore.bench.measure.Target;
import dev.oncemore.bench.measure.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a run of the bench tells people. */
final class OnceReport {
    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private final Machine machine;
    private final List<OnceCase> cases;
    private final Figures figures;

    OnceReport(Machine machine, List<OnceCase> cases, Figures figures) {
        this.machine = machine;
        this.cases = cases;
        this.figures = figures;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(machine.line());
        machine.warning().ifPresent(lines::add);
        lines.add("");
        TextTable table = new TextTable(2, "case", "subject", "median", "least", "most", "unit", "compared");
        cases.forEach(inCase -> addRows(table, inCase));
        lines.addAll(table.lines());
        lines.add("");
        OnceTargets.of(cases, figures).stream().map(Target::toString).forEach(lines::add);
        return lines;
    }

    private void addRows(TextTable table, OnceCase inCase) {
        String metric = inCase.metric();
        double reference = figures.value(inCase.caseName(), inCase.act().reference(), metric);
        for (Figure figure : figures.all()) {
            if (figure.caseName().equals(inCase.caseName()) && figure.metric().equals(metric)) {
                table.add(
                        inCase.caseName(),
                        figure.subject(),
                        text(figure, metric),
                        text(figure, metric + Sample.LEAST),
                        text(figure, metric + Sample.MOST),
                        metric.equals(Figure.NANOS) ? "µs/op" : metric,
                        Numbers.text(figure.value() / reference) + " × "
                                + inCase.act().reference());
            }
        }
    }

    /** Nobody reads a commit's time in nanoseconds. */
    private String text(Figure figure, String metric) {
        double value = figures.value(figure.caseName(), figure.subject(), metric);
        return Numbers.text(figure.metric().equals(Figure.NANOS) ? value / NANOS_PER_MICRO : value);
    }
}
