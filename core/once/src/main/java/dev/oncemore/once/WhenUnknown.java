package dev.oncemore.once;

/**
 * What to do if it is unknown whether an effect happened: its owner died, or the reply was lost. Only the user knows
 * what the dependency supports, so the user declares it. If the dependency can be queried, declare a {@link Reconciler}
 * instead.
 */
public enum WhenUnknown {
    /**
     * Run it again with the same {@link Claim#downstreamKey}. Use it if the dependency does the work once per key, or
     * the work is naturally idempotent.
     */
    RUN_AGAIN,
    /** Keep it as unknown until a person resolves it. Always safe, and the default. */
    PARK
}
