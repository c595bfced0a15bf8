package dev.oncemore.retry.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {
    private static final long MILLIS = 1_000_000;
    private final RandomGenerator random = new SplittableRandom(7);

    @ParameterizedTest(name = "attempt {0}")
    @ValueSource(ints = {55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 1024, 10_000})
    void growthNeverWrapsNorRestarts_howeverManyAttempts(int retry) {
        Backoff backoff = Backoff.exponential(Duration.ofNanos(3))
                .cap(Duration.ofHours(1))
                .noJitter();

        assertThat(backoff.delayNanos(retry, 0, random))
                .isEqualTo(Duration.ofHours(1).toNanos());
    }

    @Test
    void growsByItsFactorUntilTheCap() {
        Backoff backoff = Backoff.exponential(Duration.ofMillis(100))
                .cap(Duration.ofSeconds(1))
                .noJitter();

        assertThat(delays(backoff, 6)).containsExactly(100, 200, 400, 800, 1000, 1000);
        assertThat(delays(backoff.factor(1.5), 4)).containsExactly(100, 150, 225, 337);
    }

    @Test
    void everyJitterSpreads_onTheFirstDelayAndAtTheCap() {
        Backoff base = Backoff.exponential(Duration.ofMillis(100)).cap(Duration.ofMillis(800));
        for (Backoff backoff : new Backoff[] {
            base.fullJitter(),
            base.equalJitter(),
            base.decorrelatedJitter(),
            base.additiveJitter(Duration.ofMillis(50)),
            base.plusMinusJitter(Duration.ofMillis(50))
        }) {
            assertSpread(backoff, 1, 0);
            assertSpread(backoff, 500, Duration.ofMillis(800).toNanos());
        }
    }

    private void assertSpread(Backoff backoff, int retry, long previousNanos) {
        long[] drawn = LongStream.range(0, 1_000)
                .map(i -> backoff.delayNanos(retry, previousNanos, random))
                .toArray();
        long width = Arrays.stream(drawn).max().orElseThrow()
                - Arrays.stream(drawn).min().orElseThrow();
        assertThat(width).as("%s at retry %s", backoff.jitter(), retry).isGreaterThan(45 * MILLIS);
        assertThat(Arrays.stream(drawn).distinct().count()).isGreaterThan(900);
    }

    @Test
    void jitterKeepsItsBounds() {
        Backoff base = Backoff.exponential(Duration.ofMillis(100)).cap(Duration.ofMillis(400));
        for (int retry = 1; retry <= 2_000; retry++) {
            long plain = base.noJitter().delayNanos(retry, 0, random);
            assertThat(base.fullJitter().delayNanos(retry, 0, random)).isBetween(0L, plain);
            assertThat(base.equalJitter().delayNanos(retry, 0, random)).isBetween(plain / 2, plain);
            assertThat(base.decorrelatedJitter().delayNanos(retry, plain, random))
                    .isBetween(100 * MILLIS, Math.min(3 * plain, 400 * MILLIS));
            assertThat(base.additiveJitter(Duration.ofMillis(199)).delayNanos(retry, 0, random))
                    .isBetween(plain, plain + 199 * MILLIS);
            assertThat(base.plusMinusJitter(Duration.ofMillis(30)).delayNanos(retry, 0, random))
                    .isBetween(plain - 30 * MILLIS, plain + 30 * MILLIS);
        }
    }

    @Test
    void jitterWiderThanTheDelayIsNeverNegative_andDoesNotPileUpAtZero() {
        Backoff backoff = Backoff.exponential(Duration.ofSeconds(1))
                .cap(Duration.ofSeconds(60))
                .plusMinusJitter(Duration.ofSeconds(30));

        long[] drawn = LongStream.range(0, 10_000)
                .map(i -> backoff.delayNanos(1, 0, random))
                .toArray();

        assertThat(Arrays.stream(drawn)).allMatch(nanos -> nanos >= 0 && nanos <= 31_000 * MILLIS);
        long nearZero =
                Arrays.stream(drawn).filter(nanos -> nanos < 310 * MILLIS).count();
        assertThat(nearZero).as("about one in a hundred, not half").isBetween(50L, 200L);
    }

    @Test
    void delaysBelowAMillisecondAreKept() {
        Backoff backoff = Backoff.fixed(Duration.ofNanos(250_000)).noJitter();

        assertThat(backoff.delayNanos(1, 0, random)).isEqualTo(250_000);
        assertThat(Backoff.exponential(Duration.ofNanos(1)).noJitter().delayNanos(3, 0, random))
                .isEqualTo(4);
    }

    @Test
    void noneNeverWaits() {
        assertThat(Backoff.none().delayNanos(1, 0, random)).isZero();
        assertThat(Backoff.exponential(Duration.ZERO).delayNanos(1024, 0, random))
                .isZero();
    }

    @Test
    void refusesWhatContradictsItself_andNamesBothValues() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.exponential(Duration.ofSeconds(2)).cap(Duration.ofSeconds(1)))
                .withMessage("backoff base (2 s) must not be over the cap (1 s); set a longer cap");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.fixed(Duration.ofMillis(-1)))
                .withMessageContaining("but is -1 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.exponential(Duration.ofSeconds(1)).factor(Double.NaN))
                .withMessage("backoff factor must be between 1 and 100, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.none().additiveJitter(Duration.ZERO))
                .withMessage("jitter spread must be over 0, but is 0");
    }

    private long[] delays(Backoff backoff, int count) {
        return LongStream.rangeClosed(1, count)
                .map(retry -> backoff.delayNanos((int) retry, 0, random) / MILLIS)
                .toArray();
    }
}
