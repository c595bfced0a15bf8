package dev.oncemore.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.oncemore.time.VirtualTime;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What headers say of the pace, in virtual time. */
class PaceTest {
    private static final Instant NOW = Instant.parse("2026-01-31T10:00:00Z");

    private final VirtualTime time = new VirtualTime();
    private final Pace pace = new Pace(
            List.of(
                    new RateWindow(Duration.ofMinutes(1), 30, "L", "R", "T"),
                    new RateWindow(Duration.ofHours(1), null, "LH", "RH", "TH")),
            time,
            () -> NOW);

    private static HttpHeaders headers(String... pairs) {
        Map<String, List<String>> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], List.of(pairs[i + 1]));
        }
        return HttpHeaders.of(map, (name, value) -> true);
    }

    @Test
    void aConnectorThatUsedUpItsRequestsWaitsUntilTheReset() {
        pace.learn(headers("L", "30", "R", "1", "T", "20"));
        assertThat(pace.held()).isEmpty();
        pace.learn(headers("L", "30", "R", "0", "T", "20"));
        assertThat(pace.held().map(Pace.Hold::span)).contains(Duration.ofSeconds(20));
        time.advance(Duration.ofSeconds(19));
        assertThat(pace.held()).isPresent();
        time.advance(Duration.ofSeconds(1));
        assertThat(pace.held()).isEmpty();
    }

    @Test
    void aResetMayBeAnInstantOrAnEpochSecond_andNonsenseIsTheWholeWindow() {
        pace.learn(headers("R", "0", "T", "2026-01-31T10:00:30.000000Z"));
        assertThat(pace.held().map(Pace.Hold::span)).contains(Duration.ofSeconds(30));
        time.advance(Duration.ofSeconds(30));
        pace.learn(headers("R", "0", "T", Long.toString(NOW.getEpochSecond() + 40)));
        assertThat(pace.held().map(Pace.Hold::span)).contains(Duration.ofSeconds(40));
        time.advance(Duration.ofSeconds(40));
        pace.learn(headers("R", "0", "T", "2099-01-01T00:00:00Z"));
        assertThat(pace.held().map(Pace.Hold::span)).contains(Duration.ofMinutes(1));
    }

    @Test
    void aHoldIsNeverShortened() {
        pace.hold(Duration.ofMinutes(10), "locked out");
        pace.hold(Duration.ofSeconds(1), "too many");
        assertThat(pace.held()).contains(new Pace.Hold(Duration.ofMinutes(10), "locked out"));
    }

    @Test
    void theTimeThatIsLeftIsHonest() {
        assertThat(pace.estimate(412).orElseThrow().perMinute()).isEqualTo(30);
        assertThat(pace.estimate(412).orElseThrow().span()).isEqualTo(Duration.ofSeconds(824));
        pace.learn(headers("LH", "300"));
        assertThat(pace.estimate(200).orElseThrow().perMinute())
                .as("an hour takes them all")
                .isEqualTo(30);
        assertThat(pace.estimate(600).orElseThrow().span()).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void aLowerLimitInTheFileCounts() {
        pace.learn(headers("L", "300"));
        assertThat(pace.estimate(60).orElseThrow().perMinute()).isEqualTo(30);
        pace.learn(headers("L", "10"));
        assertThat(pace.estimate(60).orElseThrow().perMinute()).isEqualTo(10);
    }

    @Test
    void withoutALimitTheLastOnesTellTheRate() {
        Pace unlimited = new Pace(List.of(), time, () -> NOW);
        assertThat(unlimited.estimate(10)).isEqualTo(Optional.empty());
        for (int i = 0; i < 11; i++) {
            unlimited.ended();
            time.advance(Duration.ofSeconds(2));
        }
        assertThat(unlimited.estimate(60).orElseThrow().perMinute()).isCloseTo(30, within(0.01));
        time.advance(Duration.ofMinutes(3));
        assertThat(unlimited.estimate(60)).as("that was long ago").isEmpty();
    }
}
