package dev.oncemore.once;

import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import java.time.Duration;

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

    /**
     * An outcome for an effect that has not run yet and whose value is known already; {@link JoinedRecords#record} records it.
     * Nothing is written here.
     *
     * @param key a key of this operation, or the {@link Key#child} of any
     * @param payload the request, as in {@link TransactionalCall#run}
     * @param value what the effect will return
     * @throws IllegalArgumentException if the key belongs to another operation, or the payload is too large
     */
    public KnownOutcome<T> known(Key key, Object payload, T value) {
        // The lease of a settled record does not matter.
        NewClaim claim =
                calls.engine().newClaim(declaration, requireOwn(key), calls.settings().who, payload, Duration.ZERO);
        return new KnownOutcome<>(claim, Finishes.succeeded(new Claim(key, 0, 1, false), value, declaration), value);
    }
}
