package dev.oncemore.once;

/**
 * Asks the other side whether an effect happened.
 *
 * <pre>{@code
 * once.operation("payment:create", Receipt.class)
 *         .whenUnknown(claim -> Reconciled.happenedIfPresent(bank.find(claim.downstreamKey())))
 *         .build();
 * }</pre>
 *
 * @param <T> what the effect returns
 */
@FunctionalInterface
public interface Reconciler<T> {
    /** Asks under a fresh claim. An exception means that nobody can tell yet. */
    Reconciled<T> reconcile(Claim claim) throws Exception;
}
