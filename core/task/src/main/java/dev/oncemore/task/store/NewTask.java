package dev.oncemore.task.store;

import dev.oncemore.time.Durations;
import java.time.Duration;

/**
 * A wish that something be done.
 *
 * @param task what
 * @param delay how long to wait first, by the store's clock; in a lane, all behind it wait too. Up to 10 years
 */
public record NewTask(Task task, Duration delay) {
    private static final Duration DELAY_MAX = Duration.ofDays(3_650);

    /** A new task; refuses a negative delay. */
    public NewTask {
        requireDelay(delay);
    }

    static Duration requireDelay(Duration delay) {
        if (delay.isNegative() || delay.compareTo(DELAY_MAX) > 0) {
            throw new IllegalArgumentException("delay must be between 0 and " + Durations.format(DELAY_MAX)
                    + ", but is " + Durations.format(delay));
        }
        return delay;
    }
}
