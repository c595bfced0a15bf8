package dev.oncemore.task.saga;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The status and history of one saga.
 *
 * @param key the key it was started with
 * @param status its status
 * @param state the state after the last completed step; empty before the first
 * @param reason why it turned back or is stuck; null otherwise
 * @param taskId the id of its task, or of its dead letter if it is stuck
 * @param history its history, in order
 * @param <S> its state
 */
public record SagaReport<S>(
        String key,
        SagaStatus status,
        Optional<S> state,
        @Nullable String reason,
        String taskId,
        List<Line> history) {

    /**
     * One line of a saga's history. A step and an undo have one line each for their status; each failed attempt and
     * each act of a person has its own.
     *
     * @param at when
     * @param kind what the line is about
     * @param step the name of the step; empty if the line is about the whole saga
     * @param outcome the state of the record, or the event of the task
     * @param attempts the number of attempts so far
     * @param who the node or the person
     * @param words the error or the reason; null if there is none
     */
    public record Line(
            Instant at,
            LineKind kind,
            String step,
            String outcome,
            int attempts,
            String who,
            @Nullable String words) {

        /** The line's subject as a person reads it: the step, {@code undo} and a step, {@code turn back}, or {@code task}. */
        public String what() {
            return switch (kind) {
                case STEP -> step;
                case UNDO -> "undo " + step;
                case TURN_BACK -> "turn back";
                case TASK -> "task";
            };
        }
    }

    /** What a line of the history is about. */
    public enum LineKind {
        /** A step. */
        STEP,
        /** The compensation of a step. */
        UNDO,
        /** The decision to compensate. */
        TURN_BACK,
        /** The task that runs the saga. */
        TASK
    }
}
