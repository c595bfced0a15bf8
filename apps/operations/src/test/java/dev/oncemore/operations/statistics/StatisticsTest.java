package dev.oncemore.operations.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is counted of calls, and what becomes of the counts. */
class StatisticsTest {
    private final Statistics pulse = new Statistics();
    private final Retry bank = Retry.builder(RetryPolicy.named("bank")
                    .maxAttempts(3)
                    .backoff(Backoff.none())
                    .unlimitedBudget()
                    .build())
            .listener(pulse)
            .build();

    private String call(int failures) throws ConnectException {
        AtomicInteger attempts = new AtomicInteger();
        return bank.call(() -> {
            if (attempts.incrementAndGet() <= failures) {
                throw new ConnectException("refused");
            }
            return "paid";
        });
    }

    @Test
    void callsAreCountedByHowTheyWent_andFetchedOnce() throws Exception {
        call(0);
        call(2);
        assertThatThrownBy(() -> call(3)).isInstanceOf(RuntimeException.class);

        Map<String, Sums> counts = pulse.fetch();
        assertThat(counts).containsOnlyKeys("bank");
        Sums sums = counts.get("bank");
        assertThat(sums.calls()).isEqualTo(3);
        assertThat(sums.firstTry()).isEqualTo(1);
        assertThat(sums.rescued()).isEqualTo(1);
        assertThat(sums.failed()).isEqualTo(1);
        assertThat(sums.attempts()).isEqualTo(7);
        assertThat(sums.retries()).isEqualTo(4);
        assertThat(sums.wasted()).as("one retry helped").isEqualTo(3);
        assertThat(sums.latencies().count()).isEqualTo(3);
        assertThat(pulse.fetch()).as("nothing since").isEmpty();
        assertThat(pulse.engines()).containsExactly(bank);
    }

    @Test
    void percentilesAreRightToAFifth_alsoAfterTheyWereKept() {
        long[] counts = Latencies.counters();
        for (int millis = 1; millis <= 1_000; millis++) {
            counts[Latencies.classOf(Duration.ofMillis(millis))]++;
        }
        Latencies kept = Latencies.read(Latencies.of(counts).written());

        assertThat(kept.count()).isEqualTo(1_000);
        assertThat(kept.within(0.95)).isBetween(Duration.ofMillis(950), Duration.ofMillis(1_150));
        assertThat(kept.within(0.5)).isBetween(Duration.ofMillis(500), Duration.ofMillis(600));
        assertThat(kept.and(kept).count()).isEqualTo(2_000);
        assertThat(Latencies.read("").within(0.99)).isZero();
        assertThat(Latencies.classOf(Duration.ofDays(1_000))).isEqualTo(79);
    }
}
