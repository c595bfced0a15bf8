package dev.oncemore.retry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Marks an open database transaction on this thread. Inside it engines do not retry: a failed statement may have
 * invalidated the transaction, and a repeated one would run twice in it. Retry the whole transaction instead.
 *
 * <pre>{@code
 * OpenTransaction.around(() -> orders.pay(connection, order));
 * }</pre>
 */
public final class OpenTransaction implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.retry");
    private static final int REPORTS_MAX = 10_000;

    private final Frame frame;
    private boolean closed;

    private OpenTransaction(Frame frame) {
        this.frame = frame;
    }

    /** Whether this thread is marked as inside a transaction. */
    public static boolean isOpen() {
        return Frame.current().transactions > 0;
    }

    /**
     * Refuses an act that would commit by itself, and so outlive a rollback, inside a transaction that is marked here or seen by a
     * {@link TransactionProbe}.
     *
     * @param refusal what would happen, and what to write instead
     * @throws IllegalStateException if a transaction is open on this thread
     */
    public static void requireNone(Supplier<String> refusal) {
        if (isOpen()) {
            throw new IllegalStateException(refusal.get());
        }
        TransactionProbe probe = TransactionProbes.seeing();
        if (probe != null) {
            throw new IllegalStateException(refusal.get() + "; " + probe.remedy());
        }
    }

    /** Runs work inside an open transaction. */
    public static <T extends @Nullable Object, X extends Exception> T around(Call<T, X> work) throws X {
        OpenTransaction open = begin();
        try {
            return work.call();
        } finally {
            open.close();
        }
    }

    /**
     * As {@link #around(Call)}, for a transaction that the caller commits.
     *
     * @param afterCommit gets the actions of {@link #afterCommit}. The caller runs them after the commit, and drops them after
     *     a rollback; each attempt of a repeated transaction has its own
     */
    public static <T extends @Nullable Object, X extends Exception> T around(
            Consumer<Runnable> afterCommit, Call<T, X> work) throws X {
        Frame frame = Frame.current();
        Consumer<Runnable> outer = frame.afterCommit;
        int outerReports = frame.reports;
        frame.afterCommit = afterCommit;
        frame.reports = 0;
        try {
            return around(work);
        } finally {
            frame.afterCommit = outer;
            frame.reports = outerReports;
        }
    }

    /**
     * Runs an action after the commit of this thread's transaction, and never after a rollback. Runs it at once if there is no
     * transaction, or if its commit is not observed here.
     */
    public static void afterCommit(Runnable action) {
        Consumer<Runnable> committer = Frame.current().afterCommit;
        if (committer == null) {
            action.run();
        } else {
            committer.accept(() -> follow(action));
        }
    }

    /**
     * As {@link #afterCommit}, for the report of an event to a listener. After 10,000 reports in one transaction, further ones
     * are made at once: each keeps its record or task in memory.
     */
    public static void reportAfterCommit(Runnable report) {
        Frame frame = Frame.current();
        if (frame.afterCommit == null || frame.reports >= REPORTS_MAX) {
            report.run();
        } else {
            frame.reports++;
            afterCommit(report);
        }
    }

    /** A failure here must not look like one of the transaction, which has committed. */
    private static void follow(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the transaction has committed, but an action after its commit failed", e);
        }
    }

    /** Marks the begin of a transaction; close the mark on the same thread after the transaction ended. */
    public static OpenTransaction begin() {
        Frame frame = Frame.current();
        frame.transactions++;
        return new OpenTransaction(frame);
    }

    /** Marks the end of the transaction. Closing twice has no effect. */
    @Override
    public void close() {
        if (frame != Frame.current()) {
            throw new IllegalStateException("an open transaction must be closed on the thread that began it");
        }
        if (!closed) {
            closed = true;
            frame.transactions--;
        }
    }
}
