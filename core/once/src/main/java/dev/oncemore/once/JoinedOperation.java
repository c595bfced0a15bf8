package dev.oncemore.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Scope;

/**
 * An operation inside one open transaction, see {@link TransactionalOperation#within}.
 *
 * @param <T> what the effect returns
 */
public final class JoinedOperation<T> {
    private final Operation<T> operation;
    private final JoinedEffects effects;

    JoinedOperation(Operation<T> operation, JoinedEffects effects) {
        this.operation = operation;
        this.effects = effects;
    }

    /** Selects an effect of this tenant, whose keys all principals share. */
    public TransactionalCall<T> key(String tenant, String key) {
        return call(operation.keyOf(tenant, Scope.ANYONE, key));
    }

    /** Selects an effect of this principal of a tenant. */
    public TransactionalCall<T> key(String tenant, String principal, String key) {
        return call(operation.keyOf(tenant, principal, key));
    }

    /**
     * Selects an effect by its full key: one of this operation, or the {@link Key#child} of any.
     *
     * @throws IllegalArgumentException if the key belongs to another operation
     */
    public TransactionalCall<T> key(Key key) {
        return call(operation.requireOwn(key));
    }

    private TransactionalCall<T> call(Key key) {
        return new TransactionalCall<>(effects, operation.declaration, key, operation.calls.settings().who);
    }
}
