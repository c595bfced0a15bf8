package dev.oncemore.retry.policy;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Classifier}'s result for one failure: its kind, a reason, and the delay that the dependency asked for.
 *
 * @param kind what the failure means
 * @param reason a few words, shown in messages and logs
 * @param suggestedDelay the minimum delay before the next attempt, as the dependency asked; null if it did not
 * @param timeout which wait timed out; null if none did
 * @param doubt what the failure implies about whether the effect happened
 */
public record Classification(
        FailureKind kind,
        String reason,
        @Nullable Duration suggestedDelay,
        @Nullable TimeoutKind timeout,
        Doubt doubt) {

    /** Checks that a suggested delay is not negative. */
    public Classification {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(doubt, "doubt");
        if (suggestedDelay != null && suggestedDelay.isNegative()) {
            throw new IllegalArgumentException("suggestedDelay must not be negative, but is " + suggestedDelay);
        }
    }

    /** A classification of this kind. */
    public static Classification of(FailureKind kind, String reason) {
        return new Classification(kind, reason, null, null, Doubt.of(kind));
    }

    /** The effect did not happen, and a retry may succeed. */
    public static Classification transientFailure(String reason) {
        return of(FailureKind.TRANSIENT, reason);
    }

    /** The dependency asks for fewer requests. */
    public static Classification throttled(String reason) {
        return of(FailureKind.THROTTLED, reason);
    }

    /** The effect may or may not have happened. */
    public static Classification unknownOutcome(String reason) {
        return of(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, reason);
    }

    /** The call failed and will fail again. */
    public static Classification permanent(String reason) {
        return of(FailureKind.PERMANENT, reason);
    }

    /** The dependency rejected the request. */
    public static Classification rejected(String reason) {
        return of(FailureKind.DOMAIN_REJECTION, reason);
    }

    /** A bug in the calling code. */
    public static Classification programmerError(String reason) {
        return of(FailureKind.PROGRAMMER_ERROR, reason);
    }

    /** The same classification with the minimum delay that the dependency asked for. */
    public Classification notBefore(Duration delay) {
        return new Classification(kind, reason, delay, timeout, doubt);
    }

    /** The same classification with the wait that timed out. */
    public Classification causedBy(TimeoutKind wait) {
        return new Classification(kind, reason, suggestedDelay, wait, doubt);
    }

    /**
     * The same classification with another effect on doubt: {@link Doubt#SETTLES} for a response to this key, such as a
     * replayed refusal; {@link Doubt#LEAVES} for a rejection that an earlier attempt may have caused.
     */
    public Classification with(Doubt other) {
        return new Classification(kind, reason, suggestedDelay, timeout, other);
    }

    /** Whether a retry can help. */
    public boolean retryable() {
        return kind.retryable();
    }

    /** Whether a retry requires a key or an idempotent call. */
    public boolean needsIdempotency() {
        return kind.needsIdempotency();
    }

    @Override
    public String toString() {
        return reason.isEmpty() ? kind.name() : kind + " " + reason;
    }
}
