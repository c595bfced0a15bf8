package dev.oncemore.task.saga;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;
import org.jspecify.annotations.Nullable;

/**
 * A failed attempt of a step, with two classifications: one for the retry, one for the record. The record itself keeps
 * the doubt of earlier attempts.
 */
final class StepFailure extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Classification meaning;
    private final transient Classification recorded;

    private StepFailure(String words, Classification meaning, Classification recorded, @Nullable Throwable cause) {
        super(words, cause, false);
        this.meaning = meaning;
        this.recorded = recorded;
    }

    /** Creates the failure of a step. */
    static StepFailure ofStep(Classification meaning, @Nullable Throwable cause) {
        return new StepFailure(meaning.toString(), meaning, meaning, cause);
    }

    /**
     * Creates the failure of an undo, which must eventually succeed: its record stays open for a later attempt or a
     * person.
     */
    static StepFailure ofUndo(Classification meaning, @Nullable Throwable cause) {
        return new StepFailure(meaning.toString(), meaning, meaning.with(Doubt.RAISES), cause);
    }

    /** Closes a step, which must not run any more; if this node was overtaken, another node may have run it. */
    static StepFailure closing(String why, boolean overtaken) {
        Classification meaning = Classification.permanent(why);
        return new StepFailure(why, meaning, overtaken ? meaning.with(Doubt.RAISES) : meaning, null);
    }

    /** The end of an earlier run that may have begun a step, but did not record it. */
    static StepFailure cutOff() {
        String why = "its process died, or lost the saga, before it was recorded";
        Classification meaning = Classification.unknownOutcome(why);
        return new StepFailure(why, meaning, meaning, null);
    }

    /** Ends a run whose step may have happened, but could not be recorded: the task is in doubt instead. */
    static StepFailure unrecorded(String step, String why, @Nullable Throwable cause) {
        String words = "step '" + step + "' may have happened: " + why;
        Classification meaning = Classification.unknownOutcome(words);
        return new StepFailure(words, meaning, meaning, cause);
    }

    /** The classification for the retry. */
    Classification meaning() {
        return meaning;
    }

    /** The classification for the record. */
    @Override
    public Classification classification() {
        return recorded;
    }

    /** Only the reason: records keep this text, and people read it. */
    @Override
    @SuppressWarnings("OverrideThrowableToString")
    public String toString() {
        return String.valueOf(getMessage());
    }
}
