package dev.oncemore.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that servers send in Retry-After. */
class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-01-24T10:30:00Z");
    private final RetryAfter reader = new RetryAfter(InstantSource.fixed(NOW));

    private Optional<Duration> read(String... values) {
        return reader.parse(List.of(values), null);
    }

    @ParameterizedTest
    @CsvSource({
        "120, PT2M",
        "0, PT0S",
        "' 7 ', PT7S",
        "1.5, PT1.5S",
        "0.0001, PT0.001S",
        "007, PT7S",
        "'Sat, 24 Jan 2026 10:31:00 GMT', PT1M",
        "'Saturday, 24-Jan-26 10:31:00 GMT', PT1M",
        "'Sat Jan 24 10:31:00 2026', PT1M",
        "'Sat, 24 Jan 2026 10:29:00 GMT', PT0S",
        "'Thu, 01 Jan 1970 00:00:00 GMT', PT0S"
    })
    void secondsFractionsAndDates(String value, Duration wait) {
        assertThat(read(value)).contains(wait);
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999", "99999999999999999999999999999999999999", "Thu, 24 Jan 2999 10:31:00 GMT"})
    void absurdNumbersStayNumbers(String value) {
        assertThat(read(value))
                .hasValueSatisfying(wait ->
                        assertThat(wait).isGreaterThan(Duration.ofDays(3650)).isLessThanOrEqualTo(RetryAfter.LONGEST));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-5", "soon", "1e9", "12:30", "Sat, 32 Jan 2026 10:31:00 GMT", "0x10", "NaN", "١٢"})
    void whatCannotBeReadIsNoHint(String value) {
        assertThat(read(value)).isEmpty();
    }

    @Test
    void ofSeveralTheLongestCounts_andUnreadableOnesDoNotSpoilIt() {
        assertThat(read("5", "soon", "120", "30")).contains(Duration.ofMinutes(2));
        assertThat(read()).isEmpty();
        assertThat(read("x".repeat(10_000))).isEmpty();
    }

    @Test
    void aSkewedClockHereDoesNotMatter_whenTheResponseTellsItsOwnTime() {
        RetryAfter twoHoursAhead = new RetryAfter(InstantSource.fixed(NOW.plus(Duration.ofHours(2))));

        assertThat(twoHoursAhead.parse(List.of("Sat, 24 Jan 2026 10:31:00 GMT"), "Sat, 24 Jan 2026 10:30:00 GMT"))
                .contains(Duration.ofMinutes(1));
        assertThat(twoHoursAhead.parse(List.of("Sat, 24 Jan 2026 10:31:00 GMT"), "nonsense"))
                .contains(Duration.ZERO);
    }
}
