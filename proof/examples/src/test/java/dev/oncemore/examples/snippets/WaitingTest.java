package dev.oncemore.examples.snippets;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.RetryPolicy;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WaitingTest {
    @Test
    void backoffs() {
        // snippet: backoff
        Backoff doubling = Backoff.exponential(ofMillis(100)).cap(ofSeconds(2)); // full jitter
        Backoff tripling = Backoff.exponential(ofMillis(100)).factor(3).equalJitter();
        Backoff steady = Backoff.fixed(ofSeconds(1)).plusMinusJitter(ofMillis(200));
        Backoff atOnce = Backoff.none();
        // end

        SplittableRandom random = new SplittableRandom(1);
        assertThat(List.of(doubling, tripling, steady, atOnce))
                .allSatisfy(backoff -> assertThat(backoff.delayNanos(64, 0, random))
                        .isBetween(0L, ofSeconds(30).toNanos()));
        assertThat(doubling.delayNanos(3, 0, random))
                .isBetween(0L, ofMillis(400).toNanos());
        assertThat(steady.delayNanos(9, 0, random))
                .isBetween(ofMillis(800).toNanos(), ofMillis(1_200).toNanos());
        assertThat(atOnce.delayNanos(9, 0, random)).isZero();
    }

    @Test
    void longerPausesWhenThrottled() {
        // snippet: bases
        Backoff aws = Backoff.exponential(ofMillis(50))
                .cap(ofSeconds(20))
                .base(FailureKind.THROTTLED, ofSeconds(1)); // after a 429: up to 1 s, 2 s, 4 s …
        // end

        assertThat(aws).isEqualTo(RetryPolicy.preset("aws-2026").backoff());
    }
}
