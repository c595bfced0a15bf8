package dev.oncemore.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundTest {

    @Test
    void noTwoCallsGetTheSameFreshKey() {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        Keys keys = Keys.fresh();
        Subject subject = Subject.of("counter", key -> Subject.require(seen.add(key), key));

        RoundResult result = Round.measure(subject, 8, keys, Duration.ofMillis(10));
        Round.measure(subject, 8, keys, Duration.ofMillis(10));

        assertThat(result.callsPerSecond()).isPositive();
        assertThat(result.nanosPerCall()).isPositive();
        assertThat(result.ownMicrosPerCall()).isPositive().isLessThanOrEqualTo(result.microsPerCall());
        assertThat(seen).hasSizeGreaterThanOrEqualTo(16);
    }

    @Test
    void aCallThatFailsFailsTheMeasurement() {
        Subject subject = Subject.of("broken", key -> {
            throw new IllegalStateException("out of order");
        });

        assertThatExceptionOfType(MeasuringException.class)
                .isThrownBy(() -> Round.measure(subject, 4, Keys.fresh(), Duration.ofSeconds(10)))
                .withMessageContaining("a call of broken failed")
                .withMessageContaining("out of order");
    }

    @Test
    void preparesEachKeyOnce() {
        List<String> keys = IntStream.range(0, 500).mapToObj(Integer::toString).toList();
        Set<String> seen = ConcurrentHashMap.newKeySet();

        Round.each(keys, key -> Subject.require(seen.add(key), key));

        assertThat(seen).containsExactlyInAnyOrderElementsOf(keys);
    }
}
