package dev.oncemore.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {
    private final VirtualTime time = new VirtualTime();
    private final LoginThrottle throttle = new LoginThrottle(time);

    private static LoginThrottle.Attempt stranger(String name, String client) {
        return new LoginThrottle.Attempt(name, client, Optional.empty());
    }

    @Test
    void manyClientsTogetherAreSlowedDownToo_butNotAKnownBrowser() {
        for (int i = 0; i < 50; i++) {
            assertThat(throttle.wait(stranger("ann", "client " + i))).isEmpty();
            throttle.wrong(stranger("ann", "client " + i));
        }
        assertThat(throttle.wait(stranger("ann", "another client"))).isPresent();
        assertThat(throttle.wait(stranger("bob", "client 1"))).isEmpty();
        assertThat(throttle.wait(new LoginThrottle.Attempt("ann", "client 1", Optional.of("hash"))))
                .isEmpty();
        time.advance(Duration.ofMinutes(2));
        assertThat(throttle.wait(stranger("ann", "another client"))).isEmpty();
    }

    @Test
    void oneClientWaitsTwiceAsLongEachTime_andForAllNamesIsKeptUpToABound() {
        LoginThrottle.Attempt attempt = stranger("ann", "client");
        for (int i = 0; i < 5; i++) {
            throttle.wrong(attempt);
        }
        assertThat(throttle.wait(attempt)).contains(Duration.ofSeconds(1));
        throttle.wrong(attempt);
        assertThat(throttle.wait(attempt)).contains(Duration.ofSeconds(2));
        throttle.right(attempt);
        assertThat(throttle.wait(attempt)).isEmpty();
        for (int i = 0; i < 30_000; i++) {
            throttle.wrong(stranger("name" + i, "client"));
        }
        assertThat(throttle.size()).isEqualTo(10_000);
    }
}
