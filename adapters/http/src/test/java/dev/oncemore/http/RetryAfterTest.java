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
    @CsvSource({
        "'Sunday, 06-Nov-94 08:49:37 GMT', PT0S", // 1994, not 2094
        "'Friday, 24-Jan-76 10:30:00 GMT', P18262D", // 50 years ahead
        "'Saturday, 24-Jan-76 10:30:01 GMT', PT0S", // a second more: 1976
        "'Saturday, 24-Jan-26 10:30:01 GMT', PT1S"
    })
    void aYearOfTwoDigitsIsAtMost50YearsAhead(String value, Duration wait) {
        assertThat(read(value)).contains(wait);
    }

    @Test
    void theCenturyFollowsTheClock() {
        RetryAfter late = new RetryAfter(InstantSource.fixed(Instant.parse("2099-12-31T23:59:00Z")));

        assertThat(late.parse(List.of("Friday, 01-Jan-00 00:00:00 GMT"), null)).contains(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @CsvSource({
        "'Sat, 24 Jan 2026 23:59:60 GMT', PT13H30M",
        "'Saturday, 24-Jan-26 23:59:60 GMT', PT13H30M",
        "'Sat Jan 24 23:59:60 2026', PT13H30M"
    })
    void aLeapSecondIsRead(String value, Duration wait) {
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
    @ValueSource(
            strings = {
                "",
                "-5",
                "soon",
                "1e9",
                "12:30",
                "Sat, 32 Jan 2026 10:31:00 GMT",
                "0x10",
                "NaN",
                "١٢",
                "Sat, 24 Jan 2026 10:59:60 GMT",
                "Sat, 24 Jan 2026 23:59:61 GMT",
                "Sunday, 24-Jan-26 10:31:00 GMT"
            })
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
