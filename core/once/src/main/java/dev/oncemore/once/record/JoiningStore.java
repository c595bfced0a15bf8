package dev.oncemore.once.record;

/**
 * A store that can work inside a transaction of the user's: the record then commits or rolls back together with what the
 * user did.
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
public interface JoiningStore<C> extends RecordStore {
    /** The same verbs on that transaction. It commits nothing and closes nothing. */
    RecordStore join(C transaction);
}
