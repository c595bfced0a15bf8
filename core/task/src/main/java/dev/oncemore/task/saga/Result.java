package dev.oncemore.task.saga;

import java.time.Duration;

/**
 * The result of a step execution after at most one attempt.
 *
 * @param <T> the type of the step's result
 */
sealed interface Result<T> {
    /** It is done, now or earlier. */
    record Done<T>(T value, boolean now) implements Result<T> {}

    /** It is retried after this delay. */
    record Again<T>(int attempt, Duration delay, String why) implements Result<T> {}

    /** It failed for good. */
    record Failed<T>(String why) implements Result<T> {}
}
