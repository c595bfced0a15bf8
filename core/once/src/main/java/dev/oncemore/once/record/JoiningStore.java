package dev.oncemore.once.record;

/**
 * A store that can join a user transaction, in which the record commits or rolls back together with the user's changes.
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
public interface JoiningStore<C> extends RecordStore {
    /** Returns the same operations on this transaction. It commits nothing and closes nothing. */
    RecordStore join(C transaction);
}
