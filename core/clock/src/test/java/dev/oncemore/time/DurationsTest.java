package dev.oncemore.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "350ms, PT0.35S",
        "350 ms, PT0.35S",
        "1.5s, PT1.5S",
        "5m, PT5M",
        "5 min, PT5M",
        "1h, PT1H",
        "7d, P7D",
        "250us, PT0.00025S",
        "PT2S, PT2S",
        "0ms, PT0S"
    })
    void readsWhatPeopleWrite(String text, Duration span) {
        assertThat(Durations.parse(text)).isEqualTo(span);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "ms", "-5ms", "5 parsecs", "1e3ms", "PT", "99999999999999999d"})
    void refusesTheRest(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessage("'" + text + "' is not a duration; write for example 250ms, 1.5s, 5min, 1h or 7d");
    }

    @Test
    void whatIsWrittenReadsTheSame() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 10_000; i++) {
            Duration span = Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 55)));
            assertThat(Durations.parse(Durations.format(span)))
                    .as("seed %s", seed)
                    .isEqualTo(span);
        }
    }

    @ParameterizedTest
    @CsvSource({"781_000_000, 781 ms", "1_500_000_000, 1.5 s", "0, 0 ms", "90_000_000_000, 1.5 min", "42, 42 ns"})
    void measuredTimeIsShort(String nanos, String text) {
        assertThat(Durations.approximate(Long.parseLong(nanos.replace("_", ""))))
                .isEqualTo(text);
    }
}
