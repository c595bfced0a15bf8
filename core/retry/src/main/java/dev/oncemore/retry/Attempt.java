package dev.oncemore.retry;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One attempt of a call, as its work sees it. */
public final class Attempt {
    /** The value of {@link #remaining} without a limit: about 292 years. */
    public static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

    private final int number;
    private final boolean copy;
    private final @Nullable String key;
    private final @Nullable Time time;
    private final long endNanos;
    private final boolean cancellable;
    private @Nullable List<Runnable> cancelHooks;
    private volatile boolean cancelled;

    private Attempt(
            int number, boolean copy, @Nullable String key, @Nullable Time time, long endNanos, boolean cancellable) {
        this.number = number;
        this.copy = copy;
        this.key = key;
        this.time = time;
        this.endNanos = endNanos;
        this.cancellable = cancellable;
    }

    /** Creates an attempt that is neither limited nor cancellable; it has no state and can be shared. */
    static Attempt plain(int number, @Nullable String key) {
        return new Attempt(number, false, key, null, 0, false);
    }

    /** Creates a cancellable attempt; a null time means no limit. */
    static Attempt cancellable(int number, boolean copy, @Nullable String key, @Nullable Time time, long endNanos) {
        return new Attempt(number, copy, key, time, endNanos, true);
    }

    /** The number of this attempt, from 1. */
    public int number() {
        return number;
    }

    /** Whether an earlier attempt failed. */
    public boolean isRetry() {
        return number > 1;
    }

    /** Whether this is the second copy of a hedged attempt. */
    public boolean isCopy() {
        return copy;
    }

    /** The idempotency key to send, the same for every attempt of a call; empty for calls without one. */
    public Optional<String> key() {
        return Optional.ofNullable(key);
    }

    /** The time left for this attempt, never negative; {@link #UNLIMITED} without a limit. Pass it on to the client. */
    public Duration remaining() {
        return time == null ? UNLIMITED : Duration.ofNanos(Math.max(0, endNanos - time.nanoTime()));
    }

    /** Whether the attempt was cancelled; its result is no longer needed. */
    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * Registers a hook that runs when the attempt is cancelled, or at once if it already was: to close resources that
     * an interrupt does not end, such as a socket.
     */
    public void onCancel(Runnable hook) {
        if (!cancellable) {
            return;
        }
        synchronized (this) {
            if (!cancelled) {
                cancelHooks = cancelHooks == null ? new ArrayList<>(1) : cancelHooks;
                cancelHooks.add(hook);
                return;
            }
        }
        hook.run();
    }

    /** Marks the attempt as cancelled and returns the hooks to run. */
    List<Runnable> cancel() {
        synchronized (this) {
            cancelled = true;
            List<Runnable> hooks = cancelHooks == null ? List.of() : cancelHooks;
            cancelHooks = null;
            return hooks;
        }
    }
}
