package dev.oncemore.task.saga;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of a step execution after at most one attempt.
 *
 * @param <T> the type of the step's result
 */
sealed interface Result<T> {
    /** It is done, now or earlier. */
    record Done<T>(T value, boolean now) implements Result<T> {}

    /** It is retried after this delay, because of this exception if there was one. */
    record Again<T>(
            int attempt,
            Duration delay,
            String why,
            @Nullable Throwable cause) implements Result<T> {
        Again(int attempt, Duration delay, String why) {
            this(attempt, delay, why, null);
        }
    }

    /** It failed for good, because of this exception if there was one. */
    record Failed<T>(String why, @Nullable Throwable cause) implements Result<T> {
        Failed(String why) {
            this(why, null);
        }
    }
}
