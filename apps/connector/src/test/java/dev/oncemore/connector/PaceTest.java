package dev.oncemore.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.oncemore.time.VirtualTime;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Holds and estimates, in virtual time. */
class PaceTest {
    private Optional<Duration> usedUp = Optional.empty();
    private final VirtualTime time = new VirtualTime();
    private final Pace pace = new Pace(
            List.of(
                    new RateWindow(Duration.ofMinutes(1), 30, "L", "R", "T"),
                    new RateWindow(Duration.ofHours(1), null, "LH", "RH", "TH")),
            time,
            () -> usedUp);

    private static HttpHeaders headers(String... pairs) {
        Map<String, List<String>> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], List.of(pairs[i + 1]));
        }
        return HttpHeaders.of(map, (name, value) -> true);
    }

    @Test
    void aConnectorThatUsedUpItsRequestsWaitsUntilTheReset() {
        assertThat(pace.held()).isEmpty();
        usedUp = Optional.of(Duration.ofSeconds(20));
        assertThat(pace.held().map(Pace.Hold::span)).contains(Duration.ofSeconds(20));
        pace.hold(Duration.ofSeconds(30), "locked out");
        assertThat(pace.held()).as("the longer one").contains(new Pace.Hold(Duration.ofSeconds(30), "locked out"));
        time.advance(Duration.ofSeconds(15));
        assertThat(pace.held().map(Pace.Hold::why)).contains("its limit of requests is used up");
        usedUp = Optional.empty();
        time.advance(Duration.ofSeconds(15));
        assertThat(pace.held()).isEmpty();
    }

    @Test
    void aHoldIsNeverShortened() {
        pace.hold(Duration.ofMinutes(10), "locked out");
        pace.hold(Duration.ofSeconds(1), "too many");
        assertThat(pace.held()).contains(new Pace.Hold(Duration.ofMinutes(10), "locked out"));
    }

    /** Thirty seconds with an end every half second: 120 a minute. */
    private void endQuickly() {
        for (int i = 0; i <= 60; i++) {
            pace.ended();
            time.advance(Duration.ofMillis(500));
        }
    }

    @Test
    void theTimeThatIsLeftIsHonest() {
        assertThat(pace.estimate(412))
                .as("a known limit says what is allowed, not what happens")
                .isEmpty();
        assertThat(pace.perMinute()).isEqualTo(30);
        endQuickly();
        assertThat(pace.estimate(412).orElseThrow().perMinute()).isEqualTo(30);
        assertThat(pace.estimate(412).orElseThrow().span()).isEqualTo(Duration.ofSeconds(824));
        pace.learn(headers("LH", "300"));
        assertThat(pace.estimate(200).orElseThrow().perMinute())
                .as("an hour takes them all")
                .isEqualTo(30);
        assertThat(pace.estimate(600).orElseThrow().span()).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void aSystemThatIsSlowerThanItsLimitIsMeasured() {
        for (int i = 0; i < 3; i++) {
            pace.ended();
            time.advance(Duration.ofSeconds(10));
        }
        pace.ended();
        assertThat(pace.estimate(6).orElseThrow().perMinute()).isEqualTo(6);
        assertThat(pace.estimate(6).orElseThrow().span()).isEqualTo(Duration.ofMinutes(1));
        assertThat(pace.perMinute()).as("what it is known to take").isEqualTo(30);
    }

    @Test
    void aLowerLimitInTheFileCounts() {
        endQuickly();
        pace.learn(headers("L", "300"));
        assertThat(pace.estimate(60).orElseThrow().perMinute()).isEqualTo(30);
        pace.learn(headers("L", "10"));
        assertThat(pace.estimate(60).orElseThrow().perMinute()).isEqualTo(10);
    }

    @Test
    void withoutALimitTheLast30SecondsTellTheRate_andNothingIsSaidBefore() {
        Pace unlimited = new Pace(List.of(), time, Optional::empty);
        assertThat(unlimited.estimate(10)).isEqualTo(Optional.empty());
        for (int i = 0; i < 20; i++) {
            assertThat(unlimited.estimate(60).isPresent())
                    .as("after " + 2 * i + " s")
                    .isEqualTo(2 * i >= 30);
            unlimited.ended();
            time.advance(Duration.ofSeconds(2));
        }
        assertThat(unlimited.estimate(60).orElseThrow().perMinute()).isCloseTo(30, within(2.0));
        time.advance(Duration.ofMinutes(3));
        assertThat(unlimited.estimate(60)).as("that was long ago").isEmpty();
    }

    @Test
    void howFastItIsNowIsSaidAtOnce_andForgottenSoon() {
        Pace unlimited = new Pace(List.of(), time, Optional::empty);
        assertThat(unlimited.perMinute()).isZero();
        for (int i = 0; i < 50; i++) {
            unlimited.ended();
            time.advance(Duration.ofMillis(10));
        }
        assertThat(unlimited.perMinute()).as("50 in half a second").isEqualTo(1_000);
        assertThat(unlimited.estimate(60)).as("no reason to promise anything").isEmpty();
        time.advance(Duration.ofSeconds(2));
        assertThat(unlimited.perMinute()).isEqualTo(1_000);
        time.advance(Duration.ofSeconds(1));
        assertThat(unlimited.perMinute()).isZero();
    }
}
