package dev.oncemore.task.store;

import dev.oncemore.once.record.Bytes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a task's history. A claim leaves a line when it ends, an act of a person leaves one at once; waiting
 * leaves none.
 *
 * @param taskId the task's id
 * @param fence the claim's fence, or the next one for an act of a person: it orders the lines of a task and is unique
 * @param queue the task's queue
 * @param kind the task's kind
 * @param event what happened
 * @param attempt the number of attempts so far
 * @param at when
 * @param who the owner of the claim, or the person
 * @param words the reason or error; null if there is none
 * @param bytes the result of {@link Event#DONE}, the payload before {@link Event#EDITED}; null otherwise
 */
public record LogEntry(
        String taskId,
        long fence,
        String queue,
        String kind,
        Event event,
        int attempt,
        Instant at,
        String who,
        @Nullable String words,
        @Nullable Bytes bytes) {

    /** The events of a task. */
    public enum Event {
        /** A claim ended: done. */
        DONE,
        /** A claim ended: to be retried. */
        RETRIED,
        /** A claim ended: a dead letter. */
        DIED,
        /** A claim ended: rejected. */
        REJECTED,
        /** A claim ended by silence: its lease expired, and another owner claimed the task. */
        ABANDONED,
        /** A live task was cancelled. */
        CANCELLED,
        /** A dead letter became a live task again. */
        REDRIVEN,
        /** A dead letter got another payload. */
        EDITED,
        /** A dead letter was discarded. */
        DISCARDED,
        /** A discarded letter was restored. */
        RESTORED
    }
}
