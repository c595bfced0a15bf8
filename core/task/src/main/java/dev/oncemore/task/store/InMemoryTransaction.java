package dev.oncemore.task.store;

/**
 * A transaction of an {@link InMemoryTaskStore}, so that code with an outbox can be tested without a database. While it is
 * open, others read what was before, and wait with their changes.
 */
public final class InMemoryTransaction {
    private final InMemoryTaskStore store;
    final MemoryTables tables;

    InMemoryTransaction(InMemoryTaskStore store, MemoryTables tables) {
        this.store = store;
        this.tables = tables;
    }

    /** What was done in it is there for everybody. */
    public void commit() {
        store.end(this, true);
    }

    /** What was done in it never was. */
    public void rollback() {
        store.end(this, false);
    }
}
