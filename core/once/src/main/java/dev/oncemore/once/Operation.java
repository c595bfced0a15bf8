package dev.oncemore.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Scope;

/**
 * A kind of effect, declared once and called often: its name, the type of its value, and how unknown outcomes are
 * handled. Immutable and thread-safe; all operations of an engine share its batches and heartbeats.
 *
 * <pre>{@code
 * Operation<Receipt> pay = once.operation("payment:create", Receipt.class)
 *         .retention(Duration.ofDays(7))
 *         .whenUnknown(claim -> Reconciled.happenedIfPresent(bank.find(claim.downstreamKey())))
 *         .build();
 * Outcome<Receipt> paid = pay.key("acme", "inv-001").by(user)
 *         .run(request, claim -> bank.charge(request, claim.downstreamKey()));
 * }</pre>
 *
 * @param <T> what the effect returns
 */
public sealed class Operation<T> permits TransactionalOperation {
    final LeasedCalls calls;
    final Declaration<T> declaration;

    Operation(LeasedCalls calls, Declaration<T> declaration) {
        this.calls = calls;
        this.declaration = declaration;
    }

    /** Its name, which is part of the scope of its keys. */
    public String name() {
        return declaration.name();
    }

    /** Selects an effect of this tenant, whose keys all principals share. */
    public KeyedOperation<T> key(String tenant, String key) {
        return keyed(keyOf(tenant, Scope.ANYONE, key));
    }

    /** Selects an effect of this principal of a tenant. */
    public KeyedOperation<T> key(String tenant, String principal, String key) {
        return keyed(keyOf(tenant, principal, key));
    }

    /**
     * Selects an effect by its full key: one of this operation, or the {@link Key#child} of any.
     *
     * @throws IllegalArgumentException if the key belongs to another operation
     */
    public KeyedOperation<T> key(Key key) {
        return keyed(requireOwn(key));
    }

    private KeyedOperation<T> keyed(Key key) {
        return new KeyedOperation<>(calls, declaration, key, calls.settings().who);
    }

    Key keyOf(String tenant, String principal, String key) {
        return Scope.of(tenant, principal, declaration.name()).key(key);
    }

    /** Another operation may store values of another type. Steps inside effects belong to the caller's operation. */
    Key requireOwn(Key key) {
        String operation = key.scope().operation();
        if (!operation.equals(declaration.name()) && !operation.endsWith(">")) {
            throw new IllegalArgumentException("the key " + key + " belongs to operation '" + operation + "', not to '"
                    + declaration.name() + "'");
        }
        return key;
    }

    @Override
    public String toString() {
        return "operation " + declaration.name();
    }
}
