package dev.oncemore.once;

/**
 * What to do when nobody knows whether an effect happened: its owner died, or the reply was lost. Only the user knows what
 * the other side can do, so the user declares it. Where the other side can be asked, declare a {@link Reconciler} instead.
 */
public enum WhenUnknown {
    /**
     * Run it again with the same {@link Claim#downstreamKey}. Right when the other side does the work once per key, or when
     * the work is idempotent by nature.
     */
    RUN_AGAIN,
    /** Keep it as unknown until a person says what happened. Always right, and the default. */
    PARK
}
