package dev.oncemore.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That it decides as the engine does is shown by 10,000 random histories in the lab; here is how it is used. */
class SteppedCallTest {
    private static final Classification DOWN = Classification.transientFailure("down");

    private final VirtualTime time = new VirtualTime();

    private Retry engine(RetryPolicy.Builder policy) {
        return Retry.builder(policy.maxAttempts(3)
                        .backoff(Backoff.exponential(Duration.ofMillis(100)).noJitter())
                        .attemptTimeout(Duration.ofSeconds(1))
                        .deadline(Duration.ofSeconds(2))
                        .build())
                .virtualTime(time)
                .build();
    }

    private static SteppedCall.Start start(SteppedCall call) {
        return call.start(() -> {});
    }

    @Test
    void aCallEndsWhenItsAttemptsAreUsedUp() {
        SteppedCall call = SteppedCall.of(engine(RetryPolicy.named("p")), Safety.readOnly());

        assertThat(start(call)).isEqualTo(SteppedCall.Start.STARTED);
        assertThat(call.limitNanos()).isEqualTo(1_000_000_000);
        assertThat(call.failed(DOWN)).isTrue();
        assertThat(call.delayNanos()).isEqualTo(100_000_000);
        assertThat(start(call)).isEqualTo(SteppedCall.Start.STARTED);
        assertThat(call.failed(DOWN)).isTrue();
        assertThat(call.delayNanos()).isEqualTo(200_000_000);
        assertThat(start(call)).isEqualTo(SteppedCall.Start.STARTED);
        assertThat(call.failed(DOWN)).isFalse();
        assertThat(call.gaveUp()).isNotNull().extracting(GaveUp::reason).isEqualTo(StopReason.ATTEMPTS);
    }

    @Test
    void insideAnotherCall_itObeysItsOwnerAndItsTime() {
        SteppedCall owned = SteppedCall.within(engine(RetryPolicy.named("p")), Safety.readOnly(), 500_000_000, true);

        assertThat(start(owned)).isEqualTo(SteppedCall.Start.STARTED);
        assertThat(owned.limitNanos()).isEqualTo(500_000_000);
        assertThat(owned.failed(DOWN)).isFalse();
        assertThat(owned.gaveUp()).isNotNull().extracting(GaveUp::reason).isEqualTo(StopReason.NESTED);
    }

    @Test
    void callsShareTheEnginesBreaker() {
        Retry engine = engine(RetryPolicy.named("p").breaker(Breaker.failures(1).coolDown(Duration.ofSeconds(5))));
        SteppedCall first = SteppedCall.of(engine, Safety.readOnly());
        start(first);
        assertThat(first.failed(DOWN)).isFalse();

        SteppedCall second = SteppedCall.of(engine, Safety.readOnly());

        assertThat(start(second)).isEqualTo(SteppedCall.Start.REFUSED);
        assertThat(second.gaveUp()).isNotNull().extracting(GaveUp::reason).isEqualTo(StopReason.BREAKER);
    }

    @Test
    void aCallThatWaitsForALimiterIsTold() {
        Retry engine =
                engine(RetryPolicy.named("p").limiter(Limiter.concurrency(1).queueTimeout(Duration.ofMillis(300))));
        SteppedCall first = SteppedCall.of(engine, Safety.readOnly());
        SteppedCall second = SteppedCall.of(engine, Safety.readOnly());
        SteppedCall third = SteppedCall.of(engine, Safety.readOnly());
        List<String> told = new ArrayList<>();
        start(first);

        assertThat(second.start(() -> told.add("second"))).isEqualTo(SteppedCall.Start.WAITING);
        assertThat(third.start(() -> told.add("third"))).isEqualTo(SteppedCall.Start.WAITING);
        first.succeeded();
        assertThat(told).containsExactly("second");
        assertThat(second.gaveUp()).isNull();
        assertThat(second.attempts()).isEqualTo(1);
        time.advance(Duration.ofMillis(300));

        assertThat(told).containsExactly("second", "third");
        assertThat(third.gaveUp()).isNotNull().extracting(GaveUp::reason).isEqualTo(StopReason.LIMITER);
    }
}
