package dev.oncemore.torture.ledger;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Doubt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The meaning of an exception for the caller: whether the effect happened. */
public enum ReportedEffect {
    /** It did not happen. */
    NO,
    /** It may have happened, or another call is running it. */
    UNSURE;

    /** Classified by the standard rules; exceptions of the fake bank carry their own classifications. */
    public static ReportedEffect of(Throwable told) {
        Throwable real = unwrap(told);
        if (real instanceof Error || real instanceof CancellationException || real instanceof InterruptedException) {
            return UNSURE;
        }
        Classification classification = Classifier.standard().classify(real);
        return classification.doubt() == Doubt.RAISES ? UNSURE : NO;
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

    /** Describes the contradiction if an effect happened; null when there is none. */
    static @Nullable String contradiction(Throwable told) {
        return of(told) == NO ? "said no (" + Classifier.standard().classify(unwrap(told)) + ")" : null;
    }
}
