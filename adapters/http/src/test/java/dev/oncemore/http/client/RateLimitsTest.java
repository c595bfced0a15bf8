package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitsTest {
    private final RateLimits limits = new RateLimits(InstantSource.fixed(Faulty.NOW));

    private Optional<Duration> read(String... namesAndValues) {
        return limits.usedUpFor(headers(namesAndValues));
    }

    private static HttpHeaders headers(String... namesAndValues) {
        Map<String, List<String>> headers = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
        }
        return HttpHeaders.of(headers, (name, value) -> true);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"default\";r=0;t=30', PT30S",
        "'\"burst\";r=0;t=3, \"day\";r=900;t=3600', PT3S",
        "'\"burst\";r=0;t=3, \"day\";r=0;t=3600', PT1H",
        "'limit=100, remaining=0, reset=30', PT30S",
        "'limit=100,remaining=0,reset=30', PT30S"
    })
    void readsBothFormsOfTheStandardsHeader(String value, Duration wait) {
        assertThat(read("RateLimit", value)).contains(wait);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"default\";r=1;t=30",
                "limit=100, remaining=5, reset=30",
                "\"default\";r=0",
                "remaining=0",
                "r=00x;t=3",
                "",
                "nonsense",
                "\"default\";r=-1;t=30"
            })
    void isNotUsedUp(String value) {
        assertThat(read("RateLimit", value)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RateLimit-", "X-RateLimit-", "X-Rate-Limit-", "x-ratelimit-"})
    void readsThePairsThatServersSend(String prefix) {
        assertThat(read(prefix + "Remaining", "0", prefix + "Reset", "12")).contains(Duration.ofSeconds(12));
        assertThat(read(prefix + "Remaining", "3", prefix + "Reset", "12")).isEmpty();
        assertThat(read(prefix + "Remaining", "0")).isEmpty();
        assertThat(read(prefix + "Remaining", "0", prefix + "Reset", "soon")).isEmpty();
    }

    @Test
    void aLargeResetIsAMoment() {
        String inAMinute = Long.toString(Faulty.NOW.getEpochSecond() + 60);
        String before = Long.toString(Faulty.NOW.getEpochSecond() - 60);

        assertThat(read("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", inAMinute))
                .contains(Duration.ofMinutes(1));
        assertThat(read("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", before))
                .contains(Duration.ZERO);
    }

    @Test
    void theLongestCounts_andHugeValuesAreNotRead() {
        assertThat(read("RateLimit", "\"a\";r=0;t=5", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "9"))
                .contains(Duration.ofSeconds(9));
        assertThat(read("RateLimit", "\"a\";r=0;t=5;x=" + "x".repeat(1_000))).isEmpty();
        assertThat(read("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "9".repeat(50)))
                .isEmpty();
    }

    private Optional<Duration> declared(String... namesAndValues) {
        RateLimits declared = new RateLimits(
                InstantSource.fixed(Faulty.NOW),
                List.of(
                        new RateLimits.Window(Duration.ofMinutes(1), "R", "T"),
                        new RateLimits.Window(Duration.ofHours(1), "RH", null)));
        return declared.closedFor(headers(namesAndValues));
    }

    @Test
    void declaredHeadersCountToo_andTheLongestWaitWins() {
        assertThat(declared("R", "1", "T", "20")).isEmpty();
        assertThat(declared("R", "0", "T", "20")).contains(Duration.ofSeconds(20));
        assertThat(declared("R", "0", "T", "20", "RH", "0")).contains(Duration.ofHours(1));
        assertThat(declared("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "7200"))
                .as("a header that nobody declared may be wrong")
                .contains(Duration.ofMinutes(1));
    }

    @Test
    void aDeclaredResetMayBeAnInstantOrAnEpochSecond_andNonsenseIsTheWholeWindow() {
        assertThat(declared("R", "0", "T", Faulty.NOW.plusSeconds(30).toString()))
                .contains(Duration.ofSeconds(30));
        assertThat(declared("R", "0", "T", Long.toString(Faulty.NOW.getEpochSecond() + 40)))
                .contains(Duration.ofSeconds(40));
        assertThat(declared("R", "0", "T", "2099-01-01T00:00:00Z")).contains(Duration.ofMinutes(1));
        assertThat(declared("R", "0", "T", "soon")).contains(Duration.ofMinutes(1));
    }
}
