package dev.oncemore.task;

import org.jspecify.annotations.Nullable;

/**
 * The transaction that a framework has open on this thread. Tasks enqueued there join it, see {@link Tasks#on(
 * dev.oncemore.task.store.JoiningTaskStore, TaskSettings, AmbientTransaction)}.
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
public interface AmbientTransaction<C> {
    /**
     * Returns the transaction of this thread; null if there is none.
     *
     * @throws IllegalStateException if there is one that cannot be joined: it has ended, or is on another database
     */
    @Nullable
    C current();

    /** Runs this once the current transaction has committed; never after a rollback. */
    void afterCommit(Runnable action);
}
