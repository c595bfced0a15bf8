package dev.oncemore.task.store;

/**
 * A store that can work inside a transaction of the user's: tasks then come to be together with what the user did, or not at
 * all.
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
public interface JoiningTaskStore<C> extends TaskStore {
    /** The same verbs on that transaction. It commits nothing and closes nothing. */
    TaskStore join(C transaction);
}
