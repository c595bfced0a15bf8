package dev.oncemore.task.store;

/**
 * A store that can join a user transaction, in which tasks commit or roll back together with the user's changes.
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
public interface JoiningTaskStore<C> extends TaskStore {
    /** Returns the same operations on this transaction. It commits nothing and closes nothing. */
    TaskStore join(C transaction);
}
