package dev.oncemore.retry;

import dev.oncemore.time.Time;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What one thread is in the middle of: attempts of engines, a deadline, open transactions. Engines and {@link Deadline} and
 * {@link OpenTransaction} read and restore it; it never leaves its thread.
 */
final class Frame {
    private static final ThreadLocal<Frame> CURRENT = ThreadLocal.withInitial(Frame::new);
    private static final int RECENT_SIZE = 64;
    /**
     * Frames that were asked for lately, by thread id: half the price of a thread-local, which is most of what a successful
     * call costs. Threads overwrite each other's entries freely; each believes only an entry that names it as the owner.
     * At most this many ended threads are kept from being collected.
     */
    private static final @Nullable Frame[] RECENT = new Frame[RECENT_SIZE];

    private final Thread owner = Thread.currentThread();

    /** Attempts under way on this thread, one inside the other. */
    int depth;
    /** Transactions open on this thread. */
    int transactions;
    /** Whoever may interrupt the attempt that is under way on this thread. */
    @Nullable
    Interrupter interrupter;
    /** Places that were granted while this thread hands on another one. */
    @Nullable
    ArrayDeque<ConcurrencyLimiter.Waiter> granting;
    /** The clock of the deadline; null when there is none. */
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

    /** What is left of the deadline, negative when it has passed; {@link Long#MAX_VALUE} without one. */
    long remainingNanos() {
        Time time = deadlineTime;
        return time == null ? Long.MAX_VALUE : deadlineNanos - time.nanoTime();
    }

    /** Sets a deadline, or none when there is no clock for it, and says how to go back to what was before. */
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
