package dev.oncemore.bench.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.TextReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnceReportTest {
    private final Figures figures = new Figures();

    private void add(String caseName, String subject, String metric, double value) {
        figures.add(List.of(Figure.of(caseName, subject, metric, value)));
    }

    private List<String> lines() {
        return new TextReport(new Machine(2, 0), OnceBench.findings(figures)).lines();
    }

    @Test
    void whatIsInMemoryIsNotCalledDurable() {
        add("memory-leased-64", Subject.ONCEMORE, Figure.THROUGHPUT, 10);
        assertThat(lines())
                .noneMatch(line -> line.contains("urable commits"))
                .anyMatch(line -> line.startsWith("In memory"));

        add("sqlite-leased-64", Subject.ONCEMORE, Figure.THROUGHPUT, 5);
        assertThat(lines()).anyMatch(line -> line.startsWith("Durable commits"));
    }

    @Test
    void itsWordsAreExplained_andEachRatioSaysWhichWayIsBetter() {
        add("sqlite-leased-64", Subject.ONCEMORE, Figure.THROUGHPUT, 500);
        add("sqlite-leased-64", Others.NAIVE, Figure.THROUGHPUT, 100);
        add("sqlite-leased-1", Subject.ONCEMORE, Figure.NANOS, 30_000);
        add("sqlite-leased-1", Others.LIMIT, Figure.NANOS, 10_000);

        assertThat(lines())
                .anyMatch(line -> line.contains("limit: the least that"))
                .anyMatch(line -> line.startsWith("compared: the median"))
                .anyMatch(line -> line.matches("sqlite-leased-64 +oncemore .*ops/s +5 × naive +more"))
                .anyMatch(line -> line.matches("sqlite-leased-1 +oncemore .*µs/op +3 × limit +less"));
    }
}
