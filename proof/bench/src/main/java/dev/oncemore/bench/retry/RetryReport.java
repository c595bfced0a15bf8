package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Numbers;
import dev.oncemore.bench.measure.Target;
import dev.oncemore.bench.measure.TextTable;
import java.util.List;
import java.util.Objects;

/** Formats the result of a run. */
final class RetryReport {
    private static final double MILLION = 1e6;

    private final Machine machine;
    private final Figures figures;
    private final BackoffFigures backoff;

    RetryReport(Machine machine, Figures figures, BackoffFigures backoff) {
        this.machine = machine;
        this.figures = figures;
        this.backoff = backoff;
    }

    List<String> lines() {
        List<String> lines = machine.heading(List.of(peers()));
        lines.addAll(table().lines());
        lines.add("(± is half of the distance between the quartiles)");
        lines.add("");
        lines.add(backoff.sentence());
        lines.add("");
        RetryTargets.of(figures).stream().map(Target::toString).forEach(lines::add);
        return lines;
    }

    private static String peers() {
        return "Resilience4j %s, Failsafe %s, Spring Framework %s, Spring Retry %s"
                .formatted(
                        versionOf(io.github.resilience4j.retry.Retry.class),
                        versionOf(dev.failsafe.Failsafe.class),
                        versionOf(org.springframework.core.retry.RetryTemplate.class),
                        versionOf(org.springframework.retry.support.RetryTemplate.class));
    }

    /** The version in the library's jar. */
    private static String versionOf(Class<?> type) {
        return Objects.requireNonNullElse(type.getPackage().getImplementationVersion(), "of unknown version");
    }

    private TextTable table() {
        TextTable table = new TextTable(2, "case", "subject", "median", "±", "unit", "B/op", "compared");
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
                        Double.isNaN(figure.spread()) ? "" : Numbers.text(figure.spread() / scale),
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
