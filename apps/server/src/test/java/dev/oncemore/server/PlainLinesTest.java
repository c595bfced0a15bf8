package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class PlainLinesTest {
    private static LogRecord line(String message) {
        LogRecord line = new LogRecord(Level.WARNING, message);
        line.setLoggerName("dev.oncemore.desk");
        line.setInstant(Instant.parse("2026-01-31T10:00:00.007Z"));
        return line;
    }

    @Test
    void anEventIsOneLine_withTimeLevelLoggerAndMessage() {
        assertThat(new PlainLines().format(line("{\"event\":\"row_retry\"}")))
                .matches("2026-01-3\\dT\\d\\d:\\d\\d:00\\.007[+-]\\d{4} WARNING dev\\.oncemore\\.desk:"
                        + " \\{\"event\":\"row_retry\"}\\R");
    }

    @Test
    void aMessageCannotStartAnotherLine() {
        assertThat(new PlainLines().format(line("GET /\r\n2026-01-31 forged"))).hasLineCount(1);
    }

    @Test
    void aFailureIsFollowedByItsStackTrace() {
        LogRecord line = line("no progress");
        line.setThrown(new IllegalStateException("closed"));
        assertThat(new PlainLines().format(line).lines())
                .element(1)
                .isEqualTo("java.lang.IllegalStateException: closed");
    }
}
