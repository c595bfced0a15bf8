package dev.oncemore.torture.ledger;

import org.jspecify.annotations.Nullable;

/** One effect that happened. */
public final class Booking {
    private final int operation;
    private final @Nullable String key;
    private final String receipt;
    private final boolean byDeposed;
    private boolean standing = true;
    private boolean reversed;

    Booking(int operation, @Nullable String key, String receipt, boolean byDeposed) {
        this.operation = operation;
        this.key = key;
        this.receipt = receipt;
        this.byDeposed = byDeposed;
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
     * Whether it was made by an owner that had lost its lease by then. Nobody can prevent that on a system without fences, and
     * nobody who asked before can know.
     */
    public boolean byDeposed() {
        return byDeposed;
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
        standing = false;
    }

    /** A compensation: it was, and was taken back. */
    public void reverse() {
        reversed = true;
    }
}
