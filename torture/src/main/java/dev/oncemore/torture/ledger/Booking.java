package dev.oncemore.torture.ledger;

import org.jspecify.annotations.Nullable;

/** One effect that happened. */
public final class Booking {
    private final int operation;
    private final @Nullable String key;
    private final String receipt;
    private boolean unforeseeable;
    private boolean pending;
    private boolean standing = true;
    private boolean reversed;

    Booking(int operation, @Nullable String key, String receipt) {
        this.operation = operation;
        this.key = key;
        this.receipt = receipt;
    }

    /** Which of the operations of a history. */
    public int operation() {
        return operation;
    }

    /** What the bank recognises a repetition by; null when it was given none. */
    public @Nullable String key() {
        return key;
    }

    /** What the bank answered. */
    public String receipt() {
        return receipt;
    }

    /**
     * Whether nobody can be blamed for not knowing of it: an owner that had lost its lease, or a request that nobody waited for
     * any more, made it after the other side had been asked and had said that it did not happen.
     */
    public boolean isUnforeseeable() {
        return unforeseeable;
    }

    /** See {@link #isUnforeseeable}. */
    public void markUnforeseeable() {
        unforeseeable = true;
    }

    /** Whether the transaction that it is part of is still open. */
    public boolean isPending() {
        return pending;
    }

    /** It becomes part of an open transaction. */
    public void begin() {
        pending = true;
    }

    /** The transaction is committed. */
    public void commit() {
        pending = false;
    }

    /** Whether it counts: it is there, was not taken back, and could be known. */
    boolean counts() {
        return standing && !reversed && !pending && !unforeseeable;
    }

    /** Whether it is there: not rolled back. */
    public boolean isStanding() {
        return standing;
    }

    /** Whether a compensation has taken it back. */
    public boolean isReversed() {
        return reversed;
    }

    /** A rollback: it never was. */
    public void undo() {
        pending = false;
        standing = false;
    }

    /** A compensation: it was, and was taken back. */
    public void reverse() {
        reversed = true;
    }
}
