package dev.oncemore.retry;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import java.util.Optional;

/** What a failure and its causes tell about the effect. The number of causes is bounded, which also ends circles. */
final class CarriedDoubt {
    private CarriedDoubt() {}

    /** What the outermost failure with facts or a classification says that says something; else that doubt stays. */
    static Doubt of(Throwable failure) {
        Throwable at = failure;
        for (int i = 0; at != null && i < Failures.CAUSES_MAX; i++) {
            Doubt doubt = ofOne(at);
            if (doubt != Doubt.LEAVES) {
                return doubt;
            }
            at = at.getCause();
        }
        return Doubt.LEAVES;
    }

    private static Doubt ofOne(Throwable at) {
        Optional<GaveUp> facts = GaveUpException.of(at);
        if (facts.isPresent() && facts.get().mayHaveHappened()) {
            return Doubt.RAISES;
        }
        Classification last = facts.map(GaveUp::classification).orElse(null);
        if (last != null && last.doubt() == Doubt.RAISES) {
            return Doubt.SETTLES; // a lost reply without doubt: the call is read-only
        }
        return at instanceof Classified known ? known.classification().doubt() : Doubt.LEAVES;
    }

    /** Whether an engine or a classification has judged the failure or a cause. */
    static boolean isKnown(Throwable failure) {
        Throwable at = failure;
        for (int i = 0; at != null && i < Failures.CAUSES_MAX; i++) {
            if (at instanceof Classified || GaveUpException.of(at).isPresent()) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    /** Whether the standard rules leave open if the effect happened. A wrapper tells nothing, its cause may. */
    static boolean isUnknownToAll(Throwable failure) {
        Throwable at = failure;
        for (int i = 0; at != null && i < Failures.CAUSES_MAX; i++) {
            Classification meaning = Classifier.standard().classify(at);
            if (meaning.kind() != FailureKind.PROGRAMMER_ERROR) {
                return meaning.doubt() == Doubt.RAISES;
            }
            at = at.getCause();
        }
        return true;
    }
}
