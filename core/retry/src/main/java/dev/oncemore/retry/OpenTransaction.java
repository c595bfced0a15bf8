package dev.oncemore.retry;

import org.jspecify.annotations.Nullable;

/**
 * Marks that this thread has a database transaction open. Inside it engines refuse to retry: a failed statement may have
 * spoilt the transaction, and a repeated one would run twice in it. The whole transaction must be retried instead.
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

    /** Runs work with a transaction open. */
    public static <T extends @Nullable Object, X extends Exception> T around(Call<T, X> work) throws X {
        OpenTransaction open = begin();
        try {
            return work.call();
        } finally {
            open.close();
        }
    }

    /** The transaction begins; close the mark on the same thread when it has ended. */
    public static OpenTransaction begin() {
        Frame frame = Frame.current();
        frame.transactions++;
        return new OpenTransaction(frame);
    }

    /** The transaction has ended. Closing twice does nothing. */
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
