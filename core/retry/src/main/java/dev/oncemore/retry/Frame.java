package dev.oncemore.retry;

import dev.oncemore.time.Time;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of one thread: running attempts of engines, the deadline, open transactions. Engines, {@link Deadline} and
 * {@link OpenTransaction} read and restore it; it never leaves its thread.
 */
final class Frame {
    private static final ThreadLocal<Frame> CURRENT = ThreadLocal.withInitial(Frame::new);
    private static final int RECENT_SIZE = 64;
    /**
     * Recently used frames by thread id: half the cost of a thread-local, which dominates the cost of a successful
     * call. Threads overwrite each other's entries freely; each trusts only an entry that names it as the owner. At
     * most this many ended threads are kept from being collected.
     */
    private static final @Nullable Frame[] RECENT = new Frame[RECENT_SIZE];

    private final Thread owner = Thread.currentThread();

    /** Nested attempts running on this thread. */
    int depth;
    /** Transactions open on this thread. */
    int transactions;
    /** Collects the actions that wait for the commit of this thread's transaction; null if its commit is not observed. */
    @Nullable
    Consumer<Runnable> afterCommit;
    /** How many of these actions are reports. */
    int reports;
    /** Interrupts the attempt that runs on this thread. */
    @Nullable
    Interrupter interrupter;
    /** The one for attempts under the watchdog, of which a thread has at most one; null until the first. */
    private @Nullable Interrupter watched;
    /** Permits granted while this thread passes on another one. */
    @Nullable
    ArrayDeque<ConcurrencyLimiter.Waiter> granting;
    /** The clock of the deadline; null without one. */
    private @Nullable Time deadlineTime;

    private long deadlineNanos;

    @SuppressWarnings("ReferenceEquality") // a thread is only itself
    static Frame current() {
        Thread me = Thread.currentThread();
        int place = (int) me.getId() & (RECENT_SIZE - 1);
        Frame recent = RECENT[place];
        return recent != null && recent.owner == me ? recent : lookUp(place);
    }

    private static Frame lookUp(int place) {
        Frame found = CURRENT.get();
        RECENT[place] = found;
        return found;
    }

    boolean hasDeadline() {
        return deadlineTime != null;
    }

    /** The time left until the deadline, negative after it; {@link Long#MAX_VALUE} without one. */
    long remainingNanos() {
        Time time = deadlineTime;
        return time == null ? Long.MAX_VALUE : deadlineNanos - time.nanoTime();
    }

    /** The interrupter to use again for each attempt under the watchdog. */
    Interrupter watched() {
        Interrupter found = watched;
        if (found == null) {
            found = Interrupter.idle();
            watched = found;
        }
        return found;
    }

    /** Starts an attempt under the watchdog, on a thread without a deadline. */
    void startWatched(Time time, long dueNanos) {
        depth++;
        deadlineTime = time;
        deadlineNanos = dueNanos;
        interrupter = watched;
    }

    /** Ends the attempt; returns whether it was interrupted because its time was up. */
    boolean endWatched() {
        depth--;
        deadlineTime = null;
        interrupter = null;
        return watched().end();
    }

    /** Sets a deadline, or none if the clock is null, and returns the previous state to restore. */
    Saved enter(@Nullable Time time, long deadlineNanos) {
        Saved saved = new Saved(this, deadlineTime, this.deadlineNanos);
        this.deadlineTime = time;
        this.deadlineNanos = deadlineNanos;
        return saved;
    }

    /** The deadline that was in force before. */
    record Saved(Frame frame, @Nullable Time time, long nanos) {
        void restore() {
            frame.deadlineTime = time;
            frame.deadlineNanos = nanos;
        }
    }
}
