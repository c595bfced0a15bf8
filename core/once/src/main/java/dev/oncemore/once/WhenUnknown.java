package dev.oncemore.once;

import java.util.Objects;

/**
 * What to do when nobody knows whether an effect happened: its owner died, or the reply was lost. Only the user knows what
 * the other side can do, so the user declares it.
 */
public sealed interface WhenUnknown {

    /**
     * Run it again with the same {@link Claim#downstreamKey}. Right when the other side does the work once per key, or when
     * the work is idempotent by nature.
     */
    static WhenUnknown runAgain() {
        return RunAgain.INSTANCE;
    }

    /** Ask this function first. Right when the other side can be asked, for example by document number. */
    static WhenUnknown reconcile(Reconciler reconciler) {
        return new Reconcile(Objects.requireNonNull(reconciler, "reconciler"));
    }

    /** Keep it as unknown until a person says what happened. Always right, and the default. */
    static WhenUnknown park() {
        return Park.INSTANCE;
    }

    /** See {@link #runAgain}. */
    enum RunAgain implements WhenUnknown {
        /** The only one. */
        INSTANCE
    }

    /**
     * See {@link #reconcile}.
     *
     * @param reconciler the function to ask
     */
    record Reconcile(Reconciler reconciler) implements WhenUnknown {}

    /** See {@link #park}. */
    enum Park implements WhenUnknown {
        /** The only one. */
        INSTANCE
    }
}
