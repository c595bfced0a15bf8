package dev.oncemore.retry;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call as a value, instead of an exception.
 *
 * @param <T> what the call returns
 */
public sealed interface CallResult<T extends @Nullable Object> {

    /** Applies the function for a success or the one for a failure. */
    <R extends @Nullable Object> R fold(
            Function<? super Success<T>, R> onSuccess, Function<? super GaveUp, R> onGaveUp);

    /**
     * Returns the value.
     *
     * @throws GaveUpException if there is none
     */
    default T require() {
        return fold(Success::value, facts -> {
            throw GaveUpException.wrapping(facts);
        });
    }

    /**
     * The call returned a value.
     *
     * @param value what it returned
     * @param attempts how many attempts it took
     * @param elapsed how long it took
     * @param <T> what the call returns
     */
    record Success<T extends @Nullable Object>(T value, int attempts, Duration elapsed) implements CallResult<T> {
        @Override
        public <R extends @Nullable Object> R fold(
                Function<? super Success<T>, R> onSuccess, Function<? super GaveUp, R> onGaveUp) {
            return onSuccess.apply(this);
        }
    }

    /**
     * The call failed for good.
     *
     * @param facts attempts, time, kind and reason
     * @param <T> what the call would have returned
     */
    record Failure<T extends @Nullable Object>(GaveUp facts) implements CallResult<T> {
        @Override
        public <R extends @Nullable Object> R fold(
                Function<? super Success<T>, R> onSuccess, Function<? super GaveUp, R> onGaveUp) {
            return onGaveUp.apply(facts);
        }
    }
}
