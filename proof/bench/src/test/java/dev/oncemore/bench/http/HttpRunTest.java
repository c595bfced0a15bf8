package dev.oncemore.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
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

        assertThat(progress.toString()).contains("[ 1/4] get-1", "[ 4/4] async-16");
        for (HttpCase inCase : HttpCase.values()) {
            assertThat(figures.value(inCase.caseName(), Subject.ONCEMORE, inCase.metric()))
                    .isPositive();
            assertThat(figures.value(inCase.caseName(), HttpRun.JDK, inCase.metric()))
                    .isPositive();
        }
        assertThat(new HttpReport(new Machine(2, 0), figures).lines())
                .anyMatch(line -> line.matches("get-16 +jdk .*ops/s +1.000 × jdk"))
                .anyMatch(line -> line.matches("get-1 +oncemore .*ns/op .* × jdk"));
    }

    @Test
    void manyCallersAreComparedByWhatTheyGetDone_andALoneOneByItsTime() {
        Figures figures = new Figures();
        figures.add(List.of(
                Figure.of("get-1", Subject.ONCEMORE, Figure.NANOS, 110),
                Figure.of("get-1", HttpRun.JDK, Figure.NANOS, 100),
                Figure.of("get-16", Subject.ONCEMORE, Figure.THROUGHPUT, 98),
                Figure.of("get-16", HttpRun.JDK, Figure.THROUGHPUT, 100)));

        assertThat(new HttpReport(new Machine(2, 0), figures).targets())
                .extracting(Target::toString)
                .containsExactly(
                        "get-1: 1.1 × jdk's time, target ≤ 1.05: MISSED", "get-16: 0.98 × jdk, target ≥ 0.95: reached");
    }
}
