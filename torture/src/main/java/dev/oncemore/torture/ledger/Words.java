package dev.oncemore.torture.ledger;

import dev.oncemore.once.NotDoneException;
import dev.oncemore.once.Outcome;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.Verdict;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What an exception says about whether an effect happened, read as a caller reads it. */
public enum Words {
    /** It did not happen. */
    NO,
    /** It may have happened, or somebody else is at it. */
    UNSURE;

    private static final int CAUSES_MAX = 16;

    /** What a caller is told by this, with the standard rules; the exceptions of the fake bank say themselves what they mean. */
    public static Words of(Throwable told) {
        Throwable real = unwrap(told);
        if (real instanceof Error || real instanceof CancellationException || isInterruption(real) || isBusy(real)) {
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

    private static boolean isInterruption(Throwable told) {
        return told instanceof InterruptedException;
    }

    /** "Still running, ask again" is no statement about the end. */
    private static boolean isBusy(Throwable told) {
        Throwable at = told;
        for (int i = 0; at != null && i < CAUSES_MAX; i++) {
            if (at instanceof NotDoneException notDone && notDone.outcome() instanceof Outcome.InProgress) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    /** What is wrong with this statement about an effect that stands; null when nothing is. */
    static @Nullable String contradiction(Throwable told) {
        return of(told) == NO ? "said no (" + Classifier.standard().classify(unwrap(told)) + ")" : null;
    }
}
