package dev.oncemore.once;

import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.retry.policy.Classifier;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The declared settings of an operation, completed with the engine's defaults.
 *
 * @param name the operation of its keys' scopes
 * @param codec the codec of its value
 * @param label the label of its value
 * @param retention how long outcomes are kept
 * @param waitAtMost how long a duplicate waits for the first
 * @param payloadBytesMax the maximum size of a payload
 * @param responseBytesMax the maximum size of a stored value
 * @param whenUnknown how unknown outcomes are handled; RUN_AGAIN if there is a reconciler
 * @param reconciler the reconciler; null if there is none
 * @param classifier the classifier of failures
 * @param fingerprinter the fingerprinter of payloads up to the maximum size
 * @param <T> what the effect returns
 */
record Declaration<T>(
        String name,
        Codec<T> codec,
        ValueLabel label,
        Duration retention,
        Duration waitAtMost,
        int payloadBytesMax,
        int responseBytesMax,
        WhenUnknown whenUnknown,
        @Nullable Reconciler<T> reconciler,
        Classifier classifier,
        Fingerprinter fingerprinter) {

    /** Whether a call takes an unknown outcome over instead of leaving it to a person. */
    boolean takesOver() {
        return whenUnknown == WhenUnknown.RUN_AGAIN;
    }

    /** Whether its effects return nothing, so that a record without a value lacks none. */
    boolean returnsNothing() {
        return codec instanceof Nothing;
    }

    /** A copy for an effect that returns nothing. A reconciler decides as declared; what it finds is not needed. */
    Declaration<Void> returningNothing() {
        Reconciler<T> typed = reconciler;
        return new Declaration<>(
                name,
                Nothing.CODEC,
                Nothing.LABEL,
                retention,
                waitAtMost,
                payloadBytesMax,
                responseBytesMax,
                whenUnknown,
                typed == null ? null : claim -> typed.reconcile(claim).withoutValue(),
                classifier,
                fingerprinter);
    }

    /** A copy with the reconciler of one call. */
    Declaration<T> with(Reconciler<T> other) {
        return new Declaration<>(
                name,
                codec,
                label,
                retention,
                waitAtMost,
                payloadBytesMax,
                responseBytesMax,
                WhenUnknown.RUN_AGAIN,
                other,
                classifier,
                fingerprinter);
    }
}
