package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Numbers;
import dev.oncemore.bench.measure.Target;
import dev.oncemore.bench.measure.TextTable;
import java.util.ArrayList;
import java.util.List;

/** What a run of the bench tells people. */
final class RetryReport {
    private static final double MILLION = 1e6;

    private final Figures figures;
    private final BackoffFigures backoff;

    RetryReport(Figures figures, BackoffFigures backoff) {
        this.figures = figures;
        this.backoff = backoff;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(Machine.line());
        lines.add("");
        lines.addAll(table().lines());
        lines.add("");
        lines.add(backoff.sentence());
        lines.add("");
        RetryTargets.of(figures).stream().map(Target::toString).forEach(lines::add);
        return lines;
    }

    private TextTable table() {
        TextTable table = new TextTable(2, "case", "subject", "measured", "± (99.9 %)", "unit", "B/op", "compared");
        for (RetryCase inCase : RetryCase.ALL) {
            for (String subject : inCase.subjects()) {
                Figure figure = figures.find(inCase.caseName(), subject, inCase.metric())
                        .orElseThrow();
                boolean throughput = figure.metric().equals(Figure.THROUGHPUT);
                double scale = throughput ? MILLION : 1;
                table.add(
                        inCase.caseName(),
                        subject,
                        Numbers.text(figure.value() / scale),
                        Double.isNaN(figure.error()) ? "" : Numbers.text(figure.error() / scale),
                        throughput ? "M " + figure.metric() : figure.metric(),
                        Numbers.text(figures.value(inCase.caseName(), subject, Figure.BYTES)),
                        compared(inCase, figure));
            }
        }
        return table;
    }

    private String compared(RetryCase inCase, Figure figure) {
        double reference = figures.value(inCase.referenceCase(), inCase.reference(), inCase.metric());
        return Numbers.text(figure.value() / reference) + " × " + inCase.reference();
    }
}
