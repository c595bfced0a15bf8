package dev.oncemore.task.store;

import dev.oncemore.time.Durations;
import java.time.Duration;

/**
 * A task to enqueue.
 *
 * @param task the task
 * @param delay the delay before it is due, by the store's clock; in a lane, all tasks behind it wait too. Up to 10
 *     years
 */
public record NewTask(Task task, Duration delay) {
    private static final Duration DELAY_MAX = Duration.ofDays(3_650);

    /** Refuses a negative delay. */
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
