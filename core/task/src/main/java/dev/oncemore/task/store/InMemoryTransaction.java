package dev.oncemore.task.store;

/**
 * A transaction of an {@link InMemoryTaskStore}, to test code with an outbox without a database. While it is open,
 * other threads read the previous state, and their changes wait.
 */
public final class InMemoryTransaction {
    private final InMemoryTaskStore store;
    final MemoryTables tables;

    InMemoryTransaction(InMemoryTaskStore store, MemoryTables tables) {
        this.store = store;
        this.tables = tables;
    }

    /** Makes its changes visible. */
    public void commit() {
        store.end(this, true);
    }

    /** Discards its changes. */
    public void rollback() {
        store.end(this, false);
    }
}
