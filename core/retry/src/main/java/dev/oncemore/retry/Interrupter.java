package dev.oncemore.retry;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts one piece of work on one thread, and nothing that the thread does afterwards: either the work ends first
 * and no interrupt is sent, or the interrupt comes first and {@link #end} clears it.
 *
 * <p>The state is the time at which the work is due, or one of four constants. So a watchdog that read the state of an
 * earlier piece of work cannot interrupt a later one, which has another due time, unless that is due as well.
 */
final class Interrupter extends AtomicLong {
    private static final long serialVersionUID = 1L;
    private static final long ENDED = Long.MIN_VALUE;
    private static final long INTERRUPTING = Long.MIN_VALUE + 1;
    private static final long INTERRUPTED = Long.MIN_VALUE + 2;
    /** Running until somebody calls {@link #interrupt}. */
    private static final long RUNNING = Long.MIN_VALUE + 3;

    private final transient Thread thread = Thread.currentThread();
    private transient @Nullable Core core;
    private transient @Nullable Attempt attempt;

    private Interrupter(long state) {
        super(state);
    }

    /** For work that starts now, on this thread, and that an alarm ends. */
    static Interrupter running() {
        return new Interrupter(RUNNING);
    }

    /** For work on this thread that {@link #begin} announces. */
    static Interrupter idle() {
        return new Interrupter(ENDED);
    }

    /** Starts work that is due at this time. Its attempt, if it uses one, is cancelled together with it. */
    void begin(long dueNanos, Core owner, @Nullable Attempt cancelled) {
        core = owner;
        attempt = cancelled;
        lazySet(Math.max(dueNanos, RUNNING + 1));
    }

    int home() {
        return (int) thread.getId();
    }

    /** Interrupts the work; returns false if it has already ended. */
    boolean interrupt() {
        return interrupt(RUNNING);
    }

    /** Interrupts the work if it is due; else returns how long that takes, or {@link Core#NO_LIMIT} if it has ended. */
    long interruptIfDue(long nowNanos) {
        long state = get();
        if (state <= RUNNING) {
            return Core.NO_LIMIT;
        }
        long left = state - nowNanos;
        if (left > 0) {
            return left;
        }
        interrupt(state);
        return Core.NO_LIMIT;
    }

    private boolean interrupt(long running) {
        if (!compareAndSet(running, INTERRUPTING)) {
            return false;
        }
        // Until the state changes, the thread waits in end().
        Core owner = core;
        Attempt cancelled = attempt;
        try {
            thread.interrupt();
        } catch (Throwable e) {
            // From the channel in which the thread waits. The flag is set, and the thread must not wait for us for
            // ever.
            if (owner != null) {
                owner.hookFailed("interrupt", e);
            }
        }
        set(INTERRUPTED);
        if (owner != null && cancelled != null) {
            Discards.runCancelHooks(owner, cancelled);
        }
        return true;
    }

    boolean fired() {
        long state = get();
        return state == INTERRUPTING || state == INTERRUPTED;
    }

    /** Marks the work as ended, on its own thread; returns whether this object interrupted it. */
    boolean end() {
        long state = get();
        if (state == ENDED || (state >= RUNNING && compareAndSet(state, ENDED))) {
            forget();
            return false;
        }
        while (get() == INTERRUPTING) {
            Thread.onSpinWait();
        }
        // Clears our interrupt. A simultaneous one from another source cannot be told apart.
        boolean ignored = Thread.interrupted();
        set(ENDED);
        forget();
        return true;
    }

    /** A thread that makes no more calls keeps nothing of the last one. */
    private void forget() {
        core = null;
        attempt = null;
    }
}
