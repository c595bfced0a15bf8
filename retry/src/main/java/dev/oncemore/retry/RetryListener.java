package dev.oncemore.retry;

import java.time.Duration;

/**
 * Hears what an engine does, on the thread that does it. It should be quick and must not throw; when it does throw, the
 * call ends as it would have, and the engine says so in the log and in {@link Retry#status}.
 */
@FunctionalInterface
public interface RetryListener {
    /** Something happened. */
    void on(RetryEvent event);

    /**
     * A call succeeded at its first attempt. By default that is one more event; a listener that only counts overrides
     * this, so that the common case allocates nothing.
     */
    default void onFirstTry(String policy, long elapsedNanos) {
        on(new RetryEvent.Succeeded(policy, 1, Duration.ofNanos(elapsedNanos)));
    }
}
