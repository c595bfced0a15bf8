package dev.oncemore.once;

import dev.oncemore.once.record.JoiningStore;

/**
 * An operation that can also run inside your transactions.
 *
 * <pre>{@code
 * Receipt receipt = pay.within(connection).key("acme", "inv-001")
 *         .run(request, () -> payments.insert(connection, request))
 *         .require();
 * }</pre>
 *
 * @param <T> what the effect returns
 * @param <C> the transaction's handle: a JDBC connection
 */
public final class TransactionalOperation<T, C> extends Operation<T> {
    private final JoiningStore<C> store;

    TransactionalOperation(LeasedCalls calls, JoiningStore<C> store, Declaration<T> declaration) {
        super(calls, declaration);
        this.store = store;
    }

    /**
     * Runs effects on the store's own database: claim, effect and outcome are part of this open transaction, which you
     * commit or roll back. A second transaction with the same key waits for the first; if that rolls back, the second
     * runs the effect.
     */
    public JoinedOperation<T> within(C transaction) {
        return new JoinedOperation<>(this, new JoinedEffects(calls.engine(), store.join(transaction)));
    }
}
