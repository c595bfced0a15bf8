package dev.oncemore.once;

import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.retry.policy.Classifier;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an operation declares, with the engine's defaults filled in.
 *
 * @param name the operation of its keys' scopes
 * @param codec how its value is kept
 * @param retention how long outcomes are kept
 * @param waitAtMost how long a duplicate waits for the first
 * @param payloadBytesMax the largest payload
 * @param responseBytesMax the largest value that is kept
 * @param whenUnknown what to do about unknown outcomes; RUN_AGAIN when there is a reconciler
 * @param reconciler who is asked first; null when nobody is
 * @param classifier what a failure means
 * @param fingerprinter of payloads up to the largest
 * @param <T> what the effect returns
 */
record Declaration<T>(
        String name,
        Codec<T> codec,
        Duration retention,
        Duration waitAtMost,
        int payloadBytesMax,
        int responseBytesMax,
        WhenUnknown whenUnknown,
        @Nullable Reconciler<T> reconciler,
        Classifier classifier,
        Fingerprinter fingerprinter) {

    /** Whether a call takes an unknown outcome over, instead of leaving it to a person. */
    boolean takesOver() {
        return whenUnknown == WhenUnknown.RUN_AGAIN;
    }

    /** The same with a reconciler of one call. */
    Declaration<T> with(Reconciler<T> other) {
        return new Declaration<>(
                name,
                codec,
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
