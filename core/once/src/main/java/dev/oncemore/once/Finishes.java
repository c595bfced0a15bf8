package dev.oncemore.once;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts the end of an effect to its record. */
final class Finishes {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    private static final int ERROR_LENGTH_MAX = 1_000;

    private Finishes() {}

    /** The end according to the reconciler; empty if the effect must run. */
    static <T> Optional<RecordFinish> reconciled(Claim claim, Declaration<T> declaration) {
        Reconciler<T> reconciler = declaration.reconciler();
        return claim.inDoubt() && reconciler != null ? reconciled(claim, reconciler, declaration) : Optional.empty();
    }

    private static <T> Optional<RecordFinish> reconciled(
            Claim claim, Reconciler<T> reconciler, Declaration<T> declaration) {
        Reconciled<T> answer;
        try {
            answer = Objects.requireNonNull(reconciler.reconcile(claim), "a reconcile function must not return null");
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return Optional.of(cannotTell(claim, declaration, "the reconciler failed: " + words(e)));
        }
        if (answer.isDidNotHappen()) {
            claim.settleDoubt();
            return Optional.empty();
        }
        return Optional.of(
                answer.isHappened()
                        ? happened(claim, answer.value(), declaration)
                        : cannotTell(claim, declaration, "the dependency cannot tell yet"));
    }

    /** A value that cannot be replayed is not recorded as the outcome. */
    private static <T> RecordFinish happened(Claim claim, @Nullable T value, Declaration<T> declaration) {
        String found = "found by asking the other side";
        if (value == null) {
            return finish(claim, declaration, RecordState.SUCCEEDED, null, found);
        }
        try {
            byte[] response = declaration.codec().encode(value);
            declaration.codec().decode(response);
            return finish(claim, declaration, RecordState.SUCCEEDED, Bytes.of(response), found);
        } catch (RuntimeException e) {
            return cannotTell(
                    claim,
                    declaration,
                    "the reconciler returned a " + value.getClass().getName()
                            + ", which is not what the effect returns: " + words(e));
        }
    }

    private static RecordFinish cannotTell(Claim claim, Declaration<?> declaration, String problem) {
        return finish(claim, declaration, RecordState.UNKNOWN, null, problem);
    }

    /** The end of an effect that returned. A value that cannot be stored does not undo the effect. */
    static <T> RecordFinish succeeded(Claim claim, T value, Declaration<T> declaration) {
        Bytes response = null;
        String problem = null;
        try {
            response = Bytes.of(declaration.codec().encode(value));
            if (response.size() > declaration.responseBytesMax()) {
                problem = "it has " + response.size() + " bytes, but at most " + declaration.responseBytesMax()
                        + " are kept (responseBytesMax)";
                response = null;
            }
        } catch (RuntimeException e) {
            problem = "it could not be written: " + e;
        }
        return finish(claim, declaration, RecordState.SUCCEEDED, response, problem);
    }

    /** The end of an effect that threw. */
    static RecordFinish failed(Claim claim, Throwable thrown, Declaration<?> declaration) {
        RecordState state = stateAfter(claim, thrown, declaration.classifier());
        return finish(claim, declaration, state, null, words(thrown));
    }

    /** The end of a claim whose effect was not started. */
    static RecordFinish notBegun(Claim claim, Throwable why, Declaration<?> declaration) {
        RecordState state = claim.inDoubt() ? RecordState.UNKNOWN : RecordState.FAILED_RETRYABLE;
        return finish(claim, declaration, state, null, "it was not started: " + words(why));
    }

    private static RecordState stateAfter(Claim claim, Throwable thrown, Classifier classifier) {
        if (thrown instanceof Error || thrown instanceof InterruptedException) {
            return RecordState.UNKNOWN;
        }
        Classification classification = classify(thrown, classifier);
        boolean doubtStays = claim.inDoubt() && classification.doubt() != Doubt.SETTLES;
        if (doubtStays || classification.doubt() == Doubt.RAISES || carriesDoubt(thrown)) {
            return RecordState.UNKNOWN;
        }
        return switch (classification.kind()) {
            case TRANSIENT, THROTTLED -> RecordState.FAILED_RETRYABLE;
            case DOMAIN_REJECTION, PERMANENT -> RecordState.FAILED_FINAL;
            // A bug may have surfaced after the effect: the outcome is unknown.
            case TIMEOUT_UNKNOWN_OUTCOME, PROGRAMMER_ERROR -> RecordState.UNKNOWN;
        };
    }

    /**
     * Whether an engine inside the effect reports doubt. For a failure that the engine could not classify, our own
     * classifier has decided, and only its causes are examined.
     */
    @SuppressWarnings("ReferenceEquality") // the engine's facts are about this very failure
    private static boolean carriesDoubt(Throwable thrown) {
        boolean unknownToEngine = GaveUpException.of(thrown)
                .filter(facts -> facts.failure() == thrown)
                .map(GaveUp::classification)
                .filter(classification -> classification.kind() == FailureKind.PROGRAMMER_ERROR)
                .isPresent();
        Throwable told = unknownToEngine ? thrown.getCause() : thrown;
        return told != null && GaveUpException.carriesDoubt(told);
    }

    /** If the classifier itself throws, the outcome is unknown. */
    private static Classification classify(Throwable thrown, Classifier classifier) {
        try {
            return classifier.classify(thrown);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the classifier threw on " + words(thrown), e);
            return Classification.programmerError("the classifier threw " + words(e));
        }
    }

    private static RecordFinish finish(
            Claim claim,
            Declaration<?> declaration,
            RecordState state,
            @Nullable Bytes response,
            @Nullable String error) {
        return new RecordFinish(
                claim.key(),
                claim.fence(),
                state,
                response,
                response == null ? null : declaration.label().written(),
                error,
                claim.resource().orElse(null),
                declaration.retention());
    }

    /** The failure as text; an exception whose {@code toString} throws must not hide the failure. */
    static String words(Throwable thrown) {
        String text;
        try {
            text = String.valueOf(thrown);
        } catch (RuntimeException e) {
            text = thrown.getClass().getName();
        }
        return text.length() <= ERROR_LENGTH_MAX ? text : text.substring(0, ERROR_LENGTH_MAX) + "…";
    }
}
