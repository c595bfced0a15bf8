package dev.oncemore.task.saga;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one saga.
 *
 * @param key what it was started with
 * @param status where it stands
 * @param state as the last step that is done left it; empty before the first is
 * @param reason why it turned back or is stuck; null otherwise
 * @param taskId the task that it is: its dead letter, when it is stuck
 * @param history what happened, in order
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
     * One line of a saga's history. A step and an undo have one line each, for how they stand; each attempt that failed and each
     * act of a person has one of its own.
     *
     * @param at when
     * @param what the step, {@code undo} and a step, {@code turn back}, or {@code task}
     * @param outcome how it went: the state of a record, or the event of a task
     * @param attempts how often it had been tried by then
     * @param who the node or the person
     * @param words the error or the reason; null when there is nothing to say
     */
    public record Line(
            Instant at,
            String what,
            String outcome,
            int attempts,
            String who,
            @Nullable String words) {}
}
