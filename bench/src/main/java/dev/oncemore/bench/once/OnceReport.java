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

    /** Who is measured; the help tells it, too. */
    static final String SUBJECTS =
            "naive: a table, or keys, as written by hand. limit: the least that anybody has to do"
                    + " on this store, one insert or look-up and nothing else. bare: the effect alone.";

    /** What is told of them. */
    static final String COLUMNS =
            "compared: the median as a multiple of that of naive; where there is none, of limit, bare"
                    + " or canonicalizer. better: whether more of it is better, or less.";

    private final Machine machine;
    private final Figures figures;

    OnceReport(Machine machine, Figures figures) {
        this.machine = machine;
        this.figures = figures;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(machine.line());
        lines.add((isMemoryOnly() ? "In memory, nothing durable" : "Durable commits, one pool of connections")
                + "; the subjects of a case take turns; least and most are of the rounds.");
        lines.add(SUBJECTS);
        lines.add(COLUMNS);
        machine.warning().ifPresent(lines::add);
        lines.add("");
        TextTable table = new TextTable(2, "case", "subject", "median", "least", "most", "unit", "compared", "better");
        figures.all().stream().filter(Sample::isMedian).forEach(figure -> addRow(table, figure));
        lines.addAll(table.lines());
        lines.add("");
        OnceTargets.of(figures).stream().map(Target::toString).forEach(lines::add);
        return lines;
    }

    private boolean isMemoryOnly() {
        return figures.all().stream().allMatch(figure -> figure.caseName().startsWith(Store.MEMORY + "-"));
    }

    private void addRow(TextTable table, Figure figure) {
        boolean nanos = figure.metric().startsWith("ns");
        // Nobody reads the time of a commit in nanoseconds.
        double scale = nanos ? NANOS_PER_MICRO : 1;
        table.add(
                figure.caseName(),
                figure.subject(),
                Numbers.text(figure.value() / scale),
                other(figure, Sample.LEAST, scale),
                other(figure, Sample.MOST, scale),
                nanos ? "µ" + figure.metric().substring(1) : figure.metric(),
                compared(figure),
                figure.metric().equals(Figure.THROUGHPUT) ? "more" : "less");
    }

    private String other(Figure figure, String which, double scale) {
        return figures.find(figure.caseName(), figure.subject(), figure.metric() + which)
                .map(found -> Numbers.text(found.value() / scale))
                .orElse("");
    }

    private String compared(Figure figure) {
        return Subject.REFERENCES.stream()
                .flatMap(name -> figures.find(figure.caseName(), name, figure.metric()).stream())
                .findFirst()
                .map(reference -> Numbers.text(figure.value() / reference.value()) + " × " + reference.subject())
                .orElse("");
    }
}
