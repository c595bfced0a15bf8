package dev.oncemore.retry;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.TimeoutKind;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A retryable call that failed for good. Its cause is the last failure, earlier ones are suppressed; the message states
 * the number of attempts, the time taken and the reason for stopping.
 *
 * <p>A failure that is not retryable is not wrapped: it reaches the caller as thrown, with a suppressed
 * {@code GaveUpException} that carries the facts ({@link #of}). It is wrapped if an earlier attempt may have taken
 * effect, because the last failure does not cover that attempt.
 *
 * <p>It has its own stack trace only if there is no cause: a cause was thrown below the same frames.
 */
public final class GaveUpException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient GaveUp facts;

    private GaveUpException(GaveUp facts, @Nullable Throwable cause, boolean showsItsPlace) {
        super(null, cause, showsItsPlace);
        this.facts = facts;
    }

    static GaveUpException wrapping(GaveUp facts) {
        GaveUpException exception = new GaveUpException(facts, facts.failure(), facts.failure() == null);
        suppress(facts, exception, facts.failure());
        return exception;
    }

    /** Attaches the facts to a failure that passes through unwrapped. */
    static void note(GaveUp facts, Throwable failure) {
        // A shared exception instance that is thrown repeatedly must not grow without bound.
        if (failure.getSuppressed().length < CallProgress.EARLIER_MAX) {
            suppress(facts, failure, failure);
            failure.addSuppressed(new GaveUpException(facts, null, false));
        }
    }

    private static void suppress(GaveUp facts, Throwable into, @Nullable Throwable shownAlready) {
        for (Throwable earlier : facts.earlier()) {
            if (!Identity.same(earlier, shownAlready) && !Identity.same(earlier, into)) {
                into.addSuppressed(earlier);
            }
        }
    }

    /** Returns the facts of a failure that an engine threw, wrapped or not. */
    public static Optional<GaveUp> of(Throwable failure) {
        if (failure instanceof GaveUpException exception) {
            return Optional.of(exception.facts);
        }
        GaveUp found = null;
        for (Throwable suppressed : failure.getSuppressed()) {
            if (suppressed instanceof GaveUpException exception) {
                found = exception.facts;
            }
        }
        return Optional.ofNullable(found);
    }

    /**
     * Whether the effect may have happened: true unless somebody knows that it did not. That is an engine, by the facts
     * that it attached to this failure or to one of its causes, or an exception with a classification, or the standard
     * rules for the JDK's exceptions. A failure that none of them knows may have come after the effect.
     */
    public static boolean mayHaveHappened(Throwable failure) {
        return CarriedDoubt.of(failure) != Doubt.LEAVES
                ? carriesDoubt(failure)
                : !CarriedDoubt.isKnown(failure) && CarriedDoubt.isUnknownToAll(failure);
    }

    /**
     * Whether an engine's facts, or a classification, say that the effect may have happened, at this failure or one of
     * its causes. An application exception around an engine's failure does not hide the doubt; a response for the key,
     * further out than the doubt, settles it. For code that classifies the failure itself: unlike
     * {@link #mayHaveHappened}, this is false for a failure that no engine has seen.
     */
    public static boolean carriesDoubt(Throwable failure) {
        return CarriedDoubt.of(failure) == Doubt.RAISES;
    }

    /** The attempts, time, kind and reason. */
    public GaveUp facts() {
        return facts;
    }

    /** Why the engine stopped. */
    public StopReason reason() {
        return facts.reason();
    }

    /**
     * The classification for an outer engine: an unknown outcome if any attempt may have taken effect, otherwise the
     * classification of the last failure, or that nothing was attempted.
     */
    @Override
    public Classification classification() {
        Classification last = facts.classification();
        if (facts.mayHaveHappened()) {
            Classification unknown = Classification.unknownOutcome(facts.message());
            Duration wait = facts.delay() != null ? facts.delay() : last == null ? null : last.suggestedDelay();
            return wait == null ? unknown : unknown.notBefore(wait);
        }
        if (facts.reason() == StopReason.BREAKER && facts.delay() != null) {
            return Classification.transientFailure(facts.message()).notBefore(facts.delay());
        }
        if (facts.reason() == StopReason.LIMITER || facts.reason() == StopReason.RATE_LIMITER) {
            Classification queued = Classification.throttled(facts.message()).causedBy(TimeoutKind.QUEUE);
            return facts.delay() == null ? queued : queued.notBefore(facts.delay());
        }
        if (last == null) {
            return Classification.throttled(facts.message());
        }
        return last.needsIdempotency() ? withoutEffect(last) : last;
    }

    /** A lost reply of a read-only call, which an outer engine may always retry. */
    private static Classification withoutEffect(Classification lost) {
        return new Classification(
                FailureKind.TRANSIENT, lost.reason(), lost.suggestedDelay(), lost.timeout(), Doubt.LEAVES);
    }

    /**
     * The facts may hold values that are not serializable, such as an unwanted result; only their text is serialized.
     */
    private Object writeReplace() {
        OncemoreException plain = new OncemoreException(getMessage(), getCause());
        plain.setStackTrace(getStackTrace());
        for (Throwable earlier : getSuppressed()) {
            plain.addSuppressed(earlier);
        }
        return plain;
    }

    @Override
    public String getMessage() {
        return facts.message();
    }
}
