package dev.oncemore.once;

import dev.oncemore.once.record.JoiningStore;

/**
 * An engine that can also work inside your transactions.
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
public final class TransactionalOnce<C> extends Once {
    private final JoiningStore<C> store;

    TransactionalOnce(JoiningStore<C> store, OnceSettings settings) {
        super(store, settings);
        this.store = store;
    }

    /**
     * For effects on the store's own database: claim, effect and outcome are part of this open transaction, which you
     * commit or roll back. A second transaction with the same key waits for the first; when that rolls back, the second
     * runs the effect.
     */
    public AtomicOnce within(C transaction) {
        return new AtomicOnce(engine, store.join(transaction));
    }
}
