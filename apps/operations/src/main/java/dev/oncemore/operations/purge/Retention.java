package dev.oncemore.operations.purge;

import dev.oncemore.time.Durations;
import java.time.Duration;

/**
 * How long ended things are kept. Records, sessions and tokens have expiry times of their own; statistics last 25 hours.
 *
 * @param tasks the log and dedup key of a task after its end
 * @param discarded a discarded dead letter, which can be restored until then; letters that are not discarded are never purged
 * @param rowLog a line of the log of sheet rows
 * @param audit a line of the audit trail
 */
public record Retention(Duration tasks, Duration discarded, Duration rowLog, Duration audit) {
    private static final Duration MIN = Duration.ofDays(1);
    private static final Duration MAX = Duration.ofDays(3_650);

    /** Checks the bounds: 1 to 3,650 days. */
    public Retention {
        require(tasks);
        require(discarded);
        require(rowLog);
        require(audit);
    }

    /** Tasks for 30 days, discarded letters for 90, both logs for two years. */
    public static Retention standard() {
        return new Retention(Duration.ofDays(30), Duration.ofDays(90), Duration.ofDays(730), Duration.ofDays(730));
    }

    /**
     * Reads a span: {@code 90d}.
     *
     * @throws IllegalArgumentException if it is no duration, or out of bounds
     */
    public static Duration parse(String text) {
        return require(Durations.parse(text.strip()));
    }

    private static Duration require(Duration span) {
        if (span.compareTo(MIN) < 0 || span.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("a retention must be " + Durations.format(MIN) + " to "
                    + Durations.format(MAX) + ", but is " + Durations.format(span));
        }
        return span;
    }
}
