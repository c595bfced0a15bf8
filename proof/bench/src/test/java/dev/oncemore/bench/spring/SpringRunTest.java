package dev.oncemore.bench.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Effort;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpringRunTest {
    private static final SpringEffort TINY = new SpringEffort(
            1,
            Duration.ofMillis(1),
            Duration.ofMillis(5),
            new Effort(1, 1, Duration.ofMillis(5), 1, Duration.ofMillis(5)),
            1);

    /** A run as users make it, only tiny. Whether its figures are good is not for a test to say. */
    @Test
    void measuresEverySubject() {
        StringWriter progress = new StringWriter();

        Figures figures = new SpringRun(TINY).measure(new PrintWriter(progress, true));

        assertThat(progress.toString()).contains("endpoint-64", "method oncemore", "start");
        for (Protection protection : Protection.values()) {
            assertThat(figures.value(SpringRun.ENDPOINT, protection.subject(), Figure.THROUGHPUT))
                    .isPositive();
        }
        assertThat(figures.value(SpringRun.METHOD, Subject.ONCEMORE, Figure.NANOS))
                .isPositive();
        assertThat(figures.value(SpringRun.METHOD, SpringRun.SPRING, Figure.NANOS))
                .isPositive();
        assertThat(SpringBench.findings(figures).targets()).hasSize(3);
    }

    /** What is compared protects: the same key pays once with the starter and the interceptor, and twice without. */
    @Test
    void theSubjectsDoWhatIsMeasured() throws Exception {
        try (FreshDatabase database = PostgresServer.shared().freshDatabase()) {
            for (Protection protection : Protection.values()) {
                try (ShopServer server = ShopServer.start(protection, database)) {
                    String key = protection.name();
                    server.pay(key);
                    server.pay(key);
                    assertThat(ShopServer.payments(database, '"' + key + '"'))
                            .as("%s", protection)
                            .isEqualTo(protection == Protection.BARE ? 2 : 1);
                }
            }
        }
    }

    @Test
    void targetsCompareWithThePeers() {
        Figures figures = new Figures();
        figures.add(List.of(
                Figure.of(SpringRun.ENDPOINT, Subject.ONCEMORE, Figure.THROUGHPUT, 1_600),
                Figure.of(SpringRun.ENDPOINT, "interceptor", Figure.THROUGHPUT, 1_000),
                Figure.of(SpringRun.METHOD, Subject.ONCEMORE, Figure.NANOS, 220),
                Figure.of(SpringRun.METHOD, SpringRun.SPRING, Figure.NANOS, 200),
                Figure.of(SpringRun.START, Subject.ONCEMORE, SpringRun.MILLIS, 900),
                Figure.of(SpringRun.START, "bare", SpringRun.MILLIS, 800)));

        assertThat(SpringTargets.of(figures))
                .extracting(Target::toString)
                .containsExactly(
                        "endpoint-64: 1.6 × interceptor, target ≥ 1.5: reached",
                        "method: 1.1 × time of @Retryable, target ≤ 1: MISSED",
                        "start: 100 ms added, target ≤ 150: reached");
    }
}
