package dev.oncemore.retry;

import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

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

    /**
     * Who hears the rest of one call. It is asked on the caller's thread, once, when the call did not succeed at once: what the
     * thread knows of the caller (a trace, a correlation id) can be kept here, although later events of an asynchronous call
     * come on other threads. Changes of the breaker and failures of hooks are not a call's, and go to the engine's listener.
     *
     * @param policy the engine's policy
     * @param key the idempotency key of the call; null when it has none
     */
    default RetryListener forCall(RetryPolicy policy, @Nullable String key) {
        return this;
    }

    /**
     * The engine that this listener was given to is ready: for whoever wants to ask its {@link Retry#status} from time to
     * time. A listener that outlives engines should hold them weakly.
     */
    default void onReady(Retry engine) {}
}
