package dev.oncemore.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import dev.oncemore.bench.measure.TextReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpRunTest {
    private static final HttpEffort TINY = new HttpEffort(2, Duration.ofMillis(1), Duration.ofMillis(5));

    /** A run as users make it, only tiny. Whether its figures are good is not for a test to say. */
    @Test
    void measuresBothClientsInEveryCase() {
        StringWriter progress = new StringWriter();

        Figures figures = new HttpRun(TINY).measure(new PrintWriter(progress, true));

        assertThat(progress.toString()).contains("[ 1/5] get-1", "[ 5/5] async-16");
        for (HttpCase inCase : HttpCase.values()) {
            assertThat(figures.value(inCase.caseName(), Subject.ONCEMORE, inCase.metric()))
                    .isPositive();
            assertThat(figures.value(inCase.caseName(), HttpRun.JDK, inCase.metric()))
                    .isPositive();
        }
        assertThat(new TextReport(new Machine(2, 0), HttpBench.findings(figures)).lines())
                .anyMatch(line -> line.matches("get-16 +jdk .*ops/s +1 × jdk +more"))
                .anyMatch(line -> line.matches("get-1 +oncemore .*s/op .* × jdk +less"));
    }

    @Test
    void pairsOfRoundsAreCompared() {
        Figures figures = new Figures();
        figures.add(List.of(
                Figure.of("get-1", Subject.ONCEMORE, HttpRun.TIME_RATIO, 1.12),
                Figure.of("post-limited-16", Subject.ONCEMORE, HttpRun.TIME_RATIO, 1.1)));

        assertThat(HttpTargets.of(figures))
                .extracting(Target::toString)
                .containsExactly(
                        "get-1: 1.12 × time of jdk, target ≤ 1.1: MISSED",
                        "post-limited-16: 1.1 × time of jdk, target ≤ 1.1: reached");
    }
}
