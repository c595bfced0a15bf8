package dev.oncemore.task.saga;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt failed, twice: what it means for trying again, and what is to be recorded. A record keeps only the last
 * attempt, so a doubt that an earlier one left must go on from record to record until there is a definite answer.
 */
final class StepFailure extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Verdict meaning;
    private final transient Verdict recorded;

    private StepFailure(String words, Verdict meaning, FailureKind recorded, @Nullable Throwable cause) {
        super(words, cause, false);
        this.meaning = meaning;
        this.recorded = Verdict.of(recorded, meaning.reason());
    }

    /** A step failed. Only a plain no says that nothing happened when an earlier attempt may have. */
    static StepFailure ofStep(Verdict meaning, boolean inDoubt, @Nullable Throwable cause) {
        boolean doubtStays = inDoubt && meaning.kind() != FailureKind.DOMAIN_REJECTION;
        FailureKind recorded = doubtStays ? FailureKind.TIMEOUT_UNKNOWN_OUTCOME : meaning.kind();
        return new StepFailure(meaning.toString(), meaning, recorded, cause);
    }

    /** An undo failed. It must be done in the end, so its record stays open for a later attempt or a person. */
    static StepFailure ofUndo(Verdict meaning, @Nullable Throwable cause) {
        return new StepFailure(meaning.toString(), meaning, FailureKind.TIMEOUT_UNKNOWN_OUTCOME, cause);
    }

    /** A step shall not be run any more. */
    static StepFailure closing(String why, boolean inDoubt) {
        Verdict meaning = Verdict.permanent(why);
        FailureKind recorded = inDoubt ? FailureKind.TIMEOUT_UNKNOWN_OUTCOME : meaning.kind();
        return new StepFailure(why, meaning, recorded, null);
    }

    /** What it means for trying again. */
    Verdict meaning() {
        return meaning;
    }

    /** What the record shall say. */
    @Override
    public Verdict verdict() {
        return recorded;
    }

    /** Only the words: records keep this text, and people read it. */
    @Override
    @SuppressWarnings("OverrideThrowableToString")
    public String toString() {
        return String.valueOf(getMessage());
    }
}
