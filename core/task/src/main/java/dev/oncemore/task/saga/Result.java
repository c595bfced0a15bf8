package dev.oncemore.task.saga;

import java.time.Duration;

/**
 * How it stands with a deed after one attempt at most.
 *
 * @param <T> what the deed answers
 */
sealed interface Result<T> {
    /** It is done, now or earlier. */
    record Done<T>(T value, boolean now) implements Result<T> {}

    /** It is worth trying again, after this long. */
    record Again<T>(int attempt, Duration delay, String why) implements Result<T> {}

    /** It will not be done by trying again. */
    record Failed<T>(String why) implements Result<T> {}
}
