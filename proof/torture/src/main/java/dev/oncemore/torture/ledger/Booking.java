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

    /** The operation of the history. */
    public int operation() {
        return operation;
    }

    /** The key by which the bank recognises a repetition; null for none. */
    public @Nullable String key() {
        return key;
    }

    /** The bank's receipt. */
    public String receipt() {
        return receipt;
    }

    /**
     * Whether it could not be foreseen: an owner that had lost its lease, or an abandoned request, made it after a look-up
     * returned "did not happen". Such an effect breaks no promise.
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

    /** Makes it part of an open transaction. */
    public void begin() {
        pending = true;
    }

    /** Marks it as committed. */
    public void commit() {
        pending = false;
    }

    /** Whether it counts: it is neither rolled back, reversed nor unforeseeable. */
    boolean counts() {
        return standing && !reversed && !pending && !unforeseeable;
    }

    /** Whether it was not rolled back. */
    public boolean isStanding() {
        return standing;
    }

    /** Whether a compensation has reversed it. */
    public boolean isReversed() {
        return reversed;
    }

    /** Rolls it back. */
    public void undo() {
        pending = false;
        standing = false;
    }

    /** Reverses it by a compensation. */
    public void reverse() {
        reversed = true;
    }
}
