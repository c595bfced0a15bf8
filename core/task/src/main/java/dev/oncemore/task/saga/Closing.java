package dev.oncemore.task.saga;

import dev.oncemore.once.Codec;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import org.jspecify.annotations.Nullable;

/**
 * Ensures that a step of a saga that turned back can no longer start, and determines whether it happened. An open
 * record is claimed and ended under a higher fence: a node that finishes the step late is deposed, and one that has
 * only read the record finds that it has changed.
 *
 * @param step the name of the step
 * @param codec the codec of the state
 * @param <S> the saga's state
 */
record Closing<S>(String step, Codec<S> codec) {
    /** The error of a closed record. It is compared with what is stored, also by nodes of other versions: never change it. */
    private static final String CODE = "saga-step-closed";

    private static final String WORDS = "closed, because the saga has turned back";

    /**
     * What happened to a step.
     *
     * @param <S> the saga's state
     */
    sealed interface Fate<S> {
        /** The state after it. */
        default S stateAfter(S before) {
            return before;
        }
    }

    /** It happened and left this state; null if the state could not be stored. */
    record Happened<S>(@Nullable S state) implements Fate<S> {
        @Override
        public S stateAfter(S before) {
            return state == null ? before : state;
        }
    }

    /** It did not happen, and will not. */
    record DidNotHappen<S>() implements Fate<S> {}

    /** Its outcome is unknown. */
    record InDoubt<S>() implements Fate<S> {}

    /** Another owner is running it under a live lease. */
    record StillRunning<S>() implements Fate<S> {}

    Fate<S> close(Journal journal) {
        Key key = journal.doing(step);
        OnceRecord found = journal.read(key).orElse(null);
        if (found == null || isOpen(found)) {
            close(journal, key, found);
            found = journal.read(key).orElseThrow();
        }
        return fateOf(found);
    }

    private static boolean isOpen(OnceRecord found) {
        return switch (found.state()) {
            case FAILED_RETRYABLE -> true;
            case RUNNING -> found.leaseOver();
            case UNKNOWN -> !isClosedInDoubt(found);
            case SUCCEEDED, FAILED_FINAL -> false;
        };
    }

    /** An unknown record could be taken over and repeated: only its code marks it as closed. */
    static boolean isClosedInDoubt(OnceRecord found) {
        return found.state() == RecordState.UNKNOWN && isClosed(found);
    }

    /** Whether the step was only closed, never run. */
    static boolean wasNeverRun(OnceRecord found) {
        return found.state() == RecordState.FAILED_FINAL && found.attempts() == 1 && isClosed(found);
    }

    private static boolean isClosed(OnceRecord found) {
        return CODE.equals(found.error());
    }

    /** The record's error as a person reads it. */
    static @Nullable String errorOf(OnceRecord found) {
        return isClosed(found) ? WORDS : found.error();
    }

    private void close(Journal journal, Key key, @Nullable OnceRecord found) {
        int attemptExpected = found == null ? 1 : found.attempts() + 1;
        Outcome<S> ignored = journal.effect(key, codec).run(Payload.none(), claim -> {
            throw StepFailure.closing(CODE, claim.attempt() != attemptExpected);
        });
    }

    private Fate<S> fateOf(OnceRecord found) {
        return switch (found.state()) {
            case SUCCEEDED -> {
                Bytes response = found.response();
                yield new Happened<>(response == null ? null : codec.decode(response.toArray()));
            }
            case FAILED_FINAL -> new DidNotHappen<>();
            case UNKNOWN -> new InDoubt<>();
            case RUNNING, FAILED_RETRYABLE -> new StillRunning<>();
        };
    }
}
