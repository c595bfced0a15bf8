package dev.oncemore.bench.measure;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Formats the findings of a bench as text: a table with a row for each figure, and the targets. */
public final class TextReport {
    /** From here on, times are easier to read in microseconds. */
    private static final double NANOS_MAX = 10_000;

    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private final Machine machine;
    private final Findings findings;

    /** A report on findings of this machine. */
    public TextReport(Machine machine, Findings findings) {
        this.machine = machine;
        this.findings = findings;
    }

    /** The lines to print. */
    public List<String> lines() {
        List<String> lines = machine.heading(findings.notes());
        TextTable table = new TextTable(2, "case", "subject", "median", "least", "most", "unit", "compared", "better");
        findings.figures().all().forEach(figure -> addRow(table, figure));
        lines.addAll(table.lines());
        lines.add("");
        findings.targets().stream().map(Target::toString).forEach(lines::add);
        return lines;
    }

    private void addRow(TextTable table, Figure figure) {
        boolean micros = figure.metric().startsWith("ns") && greatestMedian(figure) >= NANOS_MAX;
        double scale = micros ? NANOS_PER_MICRO : 1;
        boolean spread = figure.rounds() > 1;
        table.add(
                figure.caseName(),
                figure.subject(),
                Numbers.text(figure.value() / scale),
                spread ? Numbers.text(figure.least() / scale) : "",
                spread ? Numbers.text(figure.most() / scale) : "",
                micros ? "µ" + figure.metric().substring(1) : figure.metric(),
                compared(figure),
                figure.moreIsBetter() ? "more" : "less");
    }

    /** Of all subjects of the case, so that they have one unit. */
    private double greatestMedian(Figure figure) {
        return findings.figures().all().stream()
                .filter(other -> other.caseName().equals(figure.caseName())
                        && other.metric().equals(figure.metric()))
                .mapToDouble(Figure::value)
                .max()
                .orElse(0);
    }

    private String compared(Figure figure) {
        return findings.reference(figure)
                .map(reference -> Numbers.text(figure.value() / reference.value()) + " × " + reference.subject())
                .orElse("");
    }
}
