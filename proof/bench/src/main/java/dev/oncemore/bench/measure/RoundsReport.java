package dev.oncemore.bench.measure;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Formats the report of a bench whose subjects take turns. */
public final class RoundsReport {
    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private final Machine machine;
    private final List<String> notes;
    private final List<String> references;
    private final Figures figures;
    private final List<Target> targets;

    /**
     * A report.
     *
     * @param machine the machine
     * @param notes how it was measured, one line each
     * @param references the subjects to compare with: the first of these that is part of a case
     */
    public RoundsReport(
            Machine machine, List<String> notes, List<String> references, Figures figures, List<Target> targets) {
        this.machine = machine;
        this.notes = notes;
        this.references = references;
        this.figures = figures;
        this.targets = targets;
    }

    /** The lines to print. */
    public List<String> lines() {
        List<String> lines = machine.heading(notes);
        TextTable table = new TextTable(2, "case", "subject", "median", "least", "most", "unit", "compared", "better");
        figures.all().stream().filter(Measurement::isMedian).forEach(figure -> addRow(table, figure));
        lines.addAll(table.lines());
        lines.add("");
        targets.stream().map(Target::toString).forEach(lines::add);
        return lines;
    }

    private void addRow(TextTable table, Figure figure) {
        boolean nanos = figure.metric().startsWith("ns");
        // The time of a commit is easier to read in larger units than nanoseconds.
        double scale = nanos ? NANOS_PER_MICRO : 1;
        table.add(
                figure.caseName(),
                figure.subject(),
                Numbers.text(figure.value() / scale),
                other(figure, Measurement.LEAST, scale),
                other(figure, Measurement.MOST, scale),
                nanos ? "µ" + figure.metric().substring(1) : figure.metric(),
                compared(figure),
                // Metrics per second are better when higher; all others are costs.
                figure.metric().endsWith("/s") ? "more" : "less");
    }

    private String other(Figure figure, String which, double scale) {
        return figures.find(figure.caseName(), figure.subject(), figure.metric() + which)
                .map(found -> Numbers.text(found.value() / scale))
                .orElse("");
    }

    private String compared(Figure figure) {
        return references.stream()
                .flatMap(name -> figures.find(figure.caseName(), name, figure.metric()).stream())
                .findFirst()
                .filter(reference -> reference.value() != 0)
                .map(reference -> Numbers.text(figure.value() / reference.value()) + " × " + reference.subject())
                .orElse("");
    }
}
