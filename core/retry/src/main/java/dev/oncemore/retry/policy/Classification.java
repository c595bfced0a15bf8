package dev.oncemore.retry.policy;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Classifier} says of one failure: its kind, why, and how long the other side asked to be left alone.
 *
 * @param kind what the failure means
 * @param reason a few words for people, shown in messages and logs
 * @param suggestedDelay the least time until the next attempt, as the other side asked; null when it did not
 * @param timeout which wait ran out; null when none did
 * @param doubt what the failure says about whether the effect happened
 */
public record Classification(
        FailureKind kind,
        String reason,
        @Nullable Duration suggestedDelay,
        @Nullable TimeoutKind timeout,
        Doubt doubt) {

    /** A classification; a suggested delay is never negative. */
    public Classification {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(doubt, "doubt");
        if (suggestedDelay != null && suggestedDelay.isNegative()) {
            throw new IllegalArgumentException("suggestedDelay must not be negative, but is " + suggestedDelay);
        }
    }

    /** A classification of that kind. */
    public static Classification of(FailureKind kind, String reason) {
        return new Classification(kind, reason, null, null, Doubt.of(kind));
    }

    /** It did not happen and may work next time. */
    public static Classification transientFailure(String reason) {
        return of(FailureKind.TRANSIENT, reason);
    }

    /** The other side asks for less. */
    public static Classification throttled(String reason) {
        return of(FailureKind.THROTTLED, reason);
    }

    /** Nobody knows whether it happened. */
    public static Classification unknownOutcome(String reason) {
        return of(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, reason);
    }

    /** It failed and will fail again. */
    public static Classification permanent(String reason) {
        return of(FailureKind.PERMANENT, reason);
    }

    /** The other side said no. */
    public static Classification rejected(String reason) {
        return of(FailureKind.DOMAIN_REJECTION, reason);
    }

    /** A bug on this side. */
    public static Classification programmerError(String reason) {
        return of(FailureKind.PROGRAMMER_ERROR, reason);
    }

    /** The same classification, with the least delay that the other side asked for. */
    public Classification notBefore(Duration delay) {
        return new Classification(kind, reason, delay, timeout, doubt);
    }

    /** The same classification, naming the wait that ran out. */
    public Classification causedBy(TimeoutKind wait) {
        return new Classification(kind, reason, suggestedDelay, wait, doubt);
    }

    /**
     * The same classification with another effect on doubt: {@link Doubt#SETTLES} for an answer about this very key, such as a replayed
     * refusal; {@link Doubt#LEAVES} for a rejection that an earlier attempt may have caused.
     */
    public Classification with(Doubt other) {
        return new Classification(kind, reason, suggestedDelay, timeout, other);
    }

    /** Whether another attempt can help at all. */
    public boolean retryable() {
        return kind.retryable();
    }

    /** Whether another attempt needs a key or an idempotent call. */
    public boolean needsIdempotency() {
        return kind.needsIdempotency();
    }

    @Override
    public String toString() {
        return reason.isEmpty() ? kind.name() : kind + " " + reason;
    }
}
