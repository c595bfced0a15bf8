package dev.oncemore.task;

import dev.oncemore.task.store.JoiningTaskStore;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that can also be enqueued inside your transactions.
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
public final class TransactionalTasks<C> extends Tasks {
    private final JoiningTaskStore<C> store;
    private final @Nullable AmbientTransaction<C> ambient;

    TransactionalTasks(JoiningTaskStore<C> store, TaskSettings settings, @Nullable AmbientTransaction<C> ambient) {
        super(store, settings);
        this.store = store;
        this.ambient = ambient;
    }

    @Override
    Outbox outbox() {
        C transaction = ambient == null ? null : ambient.current();
        if (ambient == null || transaction == null) {
            return super.outbox();
        }
        JoinedTasks joined = join(transaction);
        ambient.afterCommit(joined::announce);
        return joined.outbox();
    }

    @Override
    public JoiningTaskStore<C> store() {
        return store;
    }

    /**
     * Returns an outbox whose tasks commit or roll back with this open transaction. If a lane is named, the transaction
     * holds the lane's lock until it ends, so that lanes keep the order of commits. Call {@link #wakeUp} after the
     * commit if the poll interval is too long to wait.
     */
    public Outbox within(C transaction) {
        return join(transaction).outbox();
    }

    /** The tasks, dead letters and queues as part of this open transaction. */
    public JoinedTasks join(C transaction) {
        return JoinedTasks.of(engine(), store, transaction);
    }
}
