package dev.oncemore.retry;

/**
 * What engines know about the work on a thread: whether it is an attempt of another engine, its deadline, and whether a
 * transaction is open. Carry it along when the work moves to another thread, so that inner engines still make one
 * attempt and keep the deadline.
 *
 * <pre>{@code
 * CallScope scope = CallScope.capture();
 * executor.execute(() -> {
 *     try (CallScope.Entered entered = scope.enter()) {
 *         inner.call(() -> api.balance(account));
 *     }
 * });
 * }</pre>
 *
 * <p>Work that may outlive the attempt should not carry its scope.
 */
public final class CallScope {
    private final int depth;
    private final int transactions;
    private final Frame.Saved deadline;

    private CallScope(int depth, int transactions, Frame.Saved deadline) {
        this.depth = depth;
        this.transactions = transactions;
        this.deadline = deadline;
    }

    /** Captures the scope of this thread. */
    public static CallScope capture() {
        Frame frame = Frame.current();
        Frame.Saved deadline = frame.enter(null, 0);
        deadline.restore();
        return new CallScope(frame.depth, frame.transactions, deadline);
    }

    /** Enters the captured scope on this thread; close it on the same thread, in reverse order. */
    public Entered enter() {
        Frame frame = Frame.current();
        Entered entered =
                new Entered(frame, frame.depth, frame.transactions, frame.enter(deadline.time(), deadline.nanos()));
        frame.depth = depth;
        frame.transactions = transactions;
        return entered;
    }

    /** A scope in force on a thread, until it is closed. */
    public static final class Entered implements AutoCloseable {
        private final Frame frame;
        private final int depth;
        private final int transactions;
        private final Frame.Saved deadline;

        private Entered(Frame frame, int depth, int transactions, Frame.Saved deadline) {
            this.frame = frame;
            this.depth = depth;
            this.transactions = transactions;
            this.deadline = deadline;
        }

        /** Restores what was in force on this thread before. */
        @Override
        @SuppressWarnings("ReferenceEquality") // a frame is only itself
        public void close() {
            if (frame != Frame.current()) {
                throw new IllegalStateException("a scope must be closed on the thread that entered it");
            }
            frame.depth = depth;
            frame.transactions = transactions;
            deadline.restore();
        }
    }
}
