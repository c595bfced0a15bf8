package dev.oncemore.torture.ledger;

import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.Verdict;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What an exception says about whether an effect happened, read as a caller reads it. */
public enum ReportedEffect {
    /** It did not happen. */
    NO,
    /** It may have happened, or somebody else is at it. */
    UNSURE;

    /** What a caller is told by this, with the standard rules; the exceptions of the fake bank say themselves what they mean. */
    public static ReportedEffect of(Throwable told) {
        Throwable real = unwrap(told);
        if (real instanceof Error || real instanceof CancellationException || real instanceof InterruptedException) {
            return UNSURE;
        }
        Verdict verdict = Classifier.standard().classify(real);
        return verdict.doubt() == Doubt.RAISES ? UNSURE : NO;
    }

    private static Throwable unwrap(Throwable told) {
        Throwable at = told;
        Throwable cause = at.getCause();
        while (cause != null && (at instanceof CompletionException || at instanceof ExecutionException)) {
            at = cause;
            cause = at.getCause();
        }
        return at;
    }

    /** What is wrong with this statement about an effect that stands; null when nothing is. */
    static @Nullable String contradiction(Throwable told) {
        return of(told) == NO ? "said no (" + Classifier.standard().classify(unwrap(told)) + ")" : null;
    }
}
