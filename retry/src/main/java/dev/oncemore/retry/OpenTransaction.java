package dev.oncemore.retry;

/**
 * Marks that this thread has a database transaction open. Inside it engines refuse to retry: a failed statement may have
 * spoilt the transaction, and a repeated one would run twice in it. The whole transaction must be retried instead.
 *
 * <pre>{@code
 * try (OpenTransaction open = OpenTransaction.begin()) {
 *     …
 * }
 * }</pre>
 */
public final class OpenTransaction implements AutoCloseable {
    private final Frame frame;
    private boolean closed;

    private OpenTransaction(Frame frame) {
        this.frame = frame;
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
