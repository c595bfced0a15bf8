package dev.oncemore.once;

/**
 * Queries the dependency whether an effect happened.
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
    /** Queries under a fresh claim. An exception means that the answer is not known yet. */
    Reconciled<T> reconcile(Claim claim) throws Exception;
}
