package dev.oncemore.bench.saga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run as users make it, only tiny. Whether its figures are good is not for a test to say. */
class SagaMatchTest {
    private static final SagaEffort TINY = new SagaEffort(1, Duration.ofMillis(20), 20);

    @Test
    void measuresBothOnPostgres() {
        StringWriter progress = new StringWriter();

        Figures figures = new SagaMatch(List.of(SagaCase.values()), TINY).measure(new PrintWriter(progress, true));

        assertThat(progress.toString()).contains("[ 1/3] one", "[ 2/3] sixteen", "[ 3/3] burst");
        for (SagaCase each : SagaCase.values()) {
            for (String subject : List.of(Subject.ONCEMORE, DbosWorkflows.NAME)) {
                assertThat(figures.value(each.toString(), subject, SagaMatch.THROUGHPUT))
                        .isPositive();
            }
        }
        assertThat(SagaBench.findings(figures).targets()).hasSize(3);
    }

    @Test
    void eachCaseHasItsTarget() {
        Figures figures = new Figures();
        add(figures, "one", Subject.ONCEMORE, 110);
        add(figures, "one", DbosWorkflows.NAME, 100);
        add(figures, "burst", Subject.ONCEMORE, 190);
        add(figures, "burst", DbosWorkflows.NAME, 100);

        assertThat(SagaTargets.of(figures).stream().map(Target::toString))
                .containsExactly("one: 1.1 × dbos, target ≥ 1.1: reached", "burst: 1.9 × dbos, target ≥ 2: MISSED");
    }

    private static void add(Figures figures, String caseName, String subject, double value) {
        figures.add(List.of(Figure.of(caseName, subject, SagaMatch.THROUGHPUT, value)));
    }
}
