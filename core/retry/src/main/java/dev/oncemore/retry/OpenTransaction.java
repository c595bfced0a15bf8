package dev.oncemore.retry;

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
