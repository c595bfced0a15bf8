package dev.oncemore.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.time.VirtualTime;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RateLimitedLoggerTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> lines = new ArrayList<>();
    private final RateLimitedLogger log = new RateLimitedLogger(new Lines(), time);

    /** Keeps what is logged: the level, the message, and the exception if there is a stack trace. */
    private final class Lines implements Logger {
        @Override
        public String getName() {
            return "lines";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
            lines.add(level + " " + message + (thrown == null ? "" : " + " + thrown.getMessage()));
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Object... values) {
            lines.add(level + " " + message);
        }
    }

    private void fail(String message) {
        log.log(Level.WARNING, "no claim", new IllegalStateException(message));
    }

    @Test
    void aCauseIsToldOnceWithItsTrace_andThenInOneLineAtGrowingIntervals() {
        for (int second = 0; second <= 7 * 60; second++) {
            fail("port " + second + " of 'db-" + second + "' refused");
            time.advance(Duration.ofSeconds(1));
        }

        assertThat(lines)
                .containsExactly(
                        "WARNING no claim + port 0 of 'db-0' refused",
                        "WARNING no claim: java.lang.IllegalStateException: port 60 of 'db-60' refused"
                                + " (60 times since this was last logged)",
                        "WARNING no claim: java.lang.IllegalStateException: port 180 of 'db-180' refused"
                                + " (120 times since this was last logged)",
                        "WARNING no claim: java.lang.IllegalStateException: port 420 of 'db-420' refused"
                                + " (240 times since this was last logged)");
    }

    @Test
    void theIntervalIsAtMostAnHour() {
        for (int minute = 0; minute < 24 * 60; minute++) {
            fail("down");
            time.advance(Duration.ofMinutes(1));
        }

        assertThat(lines).hasSizeBetween(24, 32);
    }

    @Test
    void anotherCauseIsToldAtOnce() {
        fail("down");
        fail("full");
        log.log(Level.WARNING, "no claim", new IllegalArgumentException("down"));
        log.log(Level.WARNING, "no claim", new IllegalStateException("down", new IllegalStateException("disk")));

        assertThat(lines).hasSize(4);
    }

    @Test
    void aMessageIsMadeOnlyWhenItIsDue() {
        AtomicInteger made = new AtomicInteger();
        for (int second = 0; second <= 61; second++) {
            log.log(Level.WARNING, "queue mail", () -> "message " + made.incrementAndGet());
            time.advance(Duration.ofSeconds(1));
        }

        assertThat(lines)
                .containsExactly("WARNING message 1", "WARNING message 2 (60 times since this was last logged)");
        assertThat(made).hasValue(2);
    }

    @Test
    void theEndIsToldOnce_andOneThatComesAndGoesDoesNotFillTheLog() {
        log.recovered("claims again");
        assertThat(lines).isEmpty();

        for (int i = 0; i < 30; i++) {
            fail("down");
            log.recovered("claims again");
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(lines).containsExactly("WARNING no claim + down", "INFO claims again");
    }

    @Test
    void causesAreBounded() {
        for (int i = 0; i < 1_000; i++) {
            log.log(Level.WARNING, "cause " + i, "a message", null);
        }
        log.log(Level.WARNING, "cause 0", "a message", null);

        assertThat(lines).hasSize(1_001);
    }
}
