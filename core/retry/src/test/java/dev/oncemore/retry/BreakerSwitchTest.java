package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.By;
import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A breaker that a person opens and closes. */
class BreakerSwitchTest {
    private static final By ANN = By.person("ann", "maintenance");

    private final VirtualTime time = new VirtualTime();
    private final List<RetryEvent> events = new ArrayList<>();

    private Retry engine(RetryPolicy.Builder policy) {
        return Retry.builder(policy.breaker(Breaker.failures(2).coolDown(millis(100)))
                        .build())
                .virtualTime(time)
                .listener(events::add)
                .build();
    }

    private static StopReason failOnce(Retry retry) {
        return retry.tryRun(Safety.undeclared(), () -> {
                    throw Failure.passing("down");
                })
                .fold(success -> null, GaveUp::reason);
    }

    @Test
    void staysOpenUntilItIsClosed_howeverLongThatTakes() {
        Retry retry = engine(noDelay(1));
        retry.breaker().forceOpen(ANN);
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.FORCED_OPEN);
        time.advance(Duration.ofDays(1));

        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(() -> "never"))
                .withMessage("payments: gave up before the first attempt: the circuit breaker was opened by hand and"
                        + " stays open until it is closed")
                .satisfies(e -> {
                    assertThat(e.reason()).isEqualTo(StopReason.BREAKER);
                    assertThat(e.facts().delay()).isNull();
                    assertThat(e.classification().suggestedDelay()).isNull();
                });
        assertThat(retry.callAsync(attempt -> CompletableFuture.completedFuture("never")))
                .isCompletedExceptionally();

        retry.breaker().close(By.person("bob", "over"));
        assertThat(retry.call(() -> "ok")).isEqualTo("ok");
        assertThat(retry.breaker().mode()).isEqualTo(BreakerMode.CLOSED);
    }

    @Test
    void eachChangeIsAnEventWithWhoAndWhy_andNoChangeIsNone() {
        Retry retry = engine(noDelay(1));
        By bob = By.person("bob", "over");
        retry.breaker().forceOpen(ANN);
        retry.breaker().forceOpen(ANN);
        retry.breaker().close(bob);
        retry.breaker().close(bob);

        assertThat(events)
                .containsExactly(
                        new RetryEvent.BreakerChanged("payments", BreakerMode.CLOSED, BreakerMode.FORCED_OPEN, ANN),
                        new RetryEvent.BreakerChanged("payments", BreakerMode.FORCED_OPEN, BreakerMode.CLOSED, bob));
    }

    @Test
    void outcomesFromBeforeDoNotCount() {
        Retry retry = engine(noDelay(1));
        List<CompletableFuture<String>> running = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            CompletableFuture<String> pending = new CompletableFuture<>();
            running.add(pending);
            assertThat(retry.callAsync(attempt -> pending)).isNotDone();
        }
        retry.breaker().forceOpen(ANN);
        running.get(0).complete("ok");
        running.get(1).completeExceptionally(Failure.passing("down"));
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.FORCED_OPEN);

        retry.breaker().close(ANN);
        running.get(2).completeExceptionally(Failure.passing("down"));
        running.get(3).completeExceptionally(Failure.passing("down"));
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
        failOnce(retry);
        assertThat(retry.status().breaker()).as("one failure since then").isEqualTo(BreakerMode.CLOSED);
        failOnce(retry);
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.OPEN);
    }

    @Test
    void closingAnOpenOrHalfOpenOneStartsAnew() {
        Retry retry = engine(noDelay(1));
        failOnce(retry);
        failOnce(retry);
        retry.breaker().close(ANN);
        assertThat(retry.call(() -> "ok")).isEqualTo("ok");

        failOnce(retry);
        failOnce(retry);
        time.advance(millis(100));
        CompletableFuture<String> probe = new CompletableFuture<>();
        assertThat(retry.callAsync(attempt -> probe)).isNotDone();
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.HALF_OPEN);
        retry.breaker().close(ANN);
        probe.completeExceptionally(Failure.passing("down"));
        assertThat(retry.status().breaker()).as("the probe belongs to the past").isEqualTo(BreakerMode.CLOSED);
    }

    @Test
    void forcingItOpenDuringAProbeOutlivesTheProbe() {
        Retry retry = engine(noDelay(1));
        failOnce(retry);
        failOnce(retry);
        time.advance(millis(100));
        CompletableFuture<String> probe = new CompletableFuture<>();
        CompletableFuture<String> call = retry.callAsync(attempt -> probe);
        retry.breaker().forceOpen(ANN);
        probe.complete("up");

        assertThat(call).isCompletedWithValue("up");
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.FORCED_OPEN);
        time.advance(millis(1_000));
        assertThat(failOnce(retry)).isEqualTo(StopReason.BREAKER);
    }

    @Test
    void aCallBetweenAttemptsGivesUpAtOnce() {
        Retry retry = engine(doubling(5));

        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(() -> {
                    retry.breaker().forceOpen(ANN);
                    throw Failure.passing("down");
                }))
                .satisfies(e -> {
                    assertThat(e.reason()).isEqualTo(StopReason.BREAKER);
                    assertThat(e.facts().delay()).isNull();
                });
        assertThat(time.sleeps()).isEmpty();
    }

    @Test
    void enginesThatShareABreakerShareItsSwitch() {
        Retry charges = engine(noDelay(1));
        Retry refunds = Retry.builder(charges.policy().renamed("refunds"))
                .virtualTime(time)
                .sharing(charges)
                .build();
        refunds.breaker().forceOpen(ANN);
        assertThat(charges.status().breaker()).isEqualTo(BreakerMode.FORCED_OPEN);
    }

    @Test
    void anEngineWithoutABreakerSaysSo() {
        Retry retry = Retry.of(noDelay(1).build());
        assertThatIllegalStateException()
                .isThrownBy(retry::breaker)
                .withMessage("policy 'payments' has no breaker; set one to open or close it");
    }
}
