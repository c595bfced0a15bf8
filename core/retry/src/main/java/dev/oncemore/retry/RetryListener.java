package dev.oncemore.retry;

import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Receives an engine's events, on the thread where they occur. It should be fast and must not throw; if it does throw,
 * the call is unaffected, and the failure appears in the log and in {@link Retry#status}.
 */
@FunctionalInterface
public interface RetryListener {
    /** Called for an event. */
    void on(RetryEvent event);

    /**
     * Called when a call succeeded at its first attempt. By default that is one more event; a listener that only counts
     * can override this, so that the common case allocates nothing.
     */
    default void onFirstTry(String policy, String operation, long elapsedNanos) {
        on(new RetryEvent.Succeeded(policy, operation, 1, Duration.ofNanos(elapsedNanos)));
    }

    /**
     * Returns the listener for the rest of one call. Called once, on the caller's thread, if the first attempt did not
     * succeed: it can capture the thread's context (a trace, a correlation id), although later events of an
     * asynchronous call occur on other threads. Breaker changes and hook failures belong to no call and go to the
     * engine's listener.
     *
     * @param policy the engine's policy
     * @param operation the operation that labels the call
     * @param key the idempotency key of the call; null if it has none
     */
    default RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
        return this;
    }

    /**
     * Called when the engine with this listener is built, to let the listener read its {@link Retry#status} later. A
     * listener that outlives engines should hold them weakly.
     */
    default void onReady(Retry engine) {}
}
