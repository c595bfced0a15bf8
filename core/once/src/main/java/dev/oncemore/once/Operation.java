package dev.oncemore.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Scope;

/**
 * A kind of effect, declared once and called often: its name, its value, and what to do about unknown outcomes. Immutable and
 * safe for any number of threads; all operations of an engine share its batches and heartbeats.
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

    /** One effect of this tenant, whose keys all principals share. */
    public KeyedOperation<T> key(String tenant, String key) {
        return keyed(keyOf(tenant, Scope.ANYONE, key));
    }

    /** One effect of this principal of a tenant. */
    public KeyedOperation<T> key(String tenant, String principal, String key) {
        return keyed(keyOf(tenant, principal, key));
    }

    /**
     * One effect by its whole key: one of this operation, or the {@link Key#child} of any.
     *
     * @throws IllegalArgumentException when the key is another operation's
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

    /** Another operation may keep values of another type. Steps inside effects belong to no operation but the caller's. */
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
