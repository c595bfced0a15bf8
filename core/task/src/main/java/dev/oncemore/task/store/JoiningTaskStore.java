package dev.oncemore.task.store;

import java.util.Collection;
import java.util.function.Consumer;

/**
 * A store that can join a user transaction, in which tasks commit or roll back together with the user's changes.
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
public interface JoiningTaskStore<C> extends TaskStore {
    /** Returns the same operations on this transaction. It commits nothing and closes nothing. */
    TaskStore join(C transaction);

    /**
     * As {@link #join(Object)}, and tells of the queues that get claimable work, to be handed to {@link #announce} after the
     * commit. A store that notifies its workers of a commit by itself need not tell.
     */
    default TaskStore join(C transaction, Consumer<String> woken) {
        return join(transaction);
    }

    /**
     * Tells waiting workers, here and on other nodes, that a committed transaction has brought work for these queues. It is
     * a hint, and does not wait for other nodes.
     */
    default void announce(Collection<String> queues) {}
}
