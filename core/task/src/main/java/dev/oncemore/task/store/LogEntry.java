package dev.oncemore.task.store;

import dev.oncemore.once.record.Bytes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a task's history. A claim leaves one line when it ends, a person's act leaves one at once; what only waits
 * leaves none.
 *
 * @param taskId which task
 * @param fence the claim's fence, or for a person's act the next one: it orders the lines of a task, and no two have the same
 * @param queue the task's queue
 * @param kind the task's kind
 * @param event what happened
 * @param attempt how many attempts had been made
 * @param at when
 * @param who the owner of the claim, or the person
 * @param words the reason or error; null when there is nothing to say
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

    /** What can happen to a task. */
    public enum Event {
        /** A claim ended: done. */
        DONE,
        /** A claim ended: to be tried again. */
        RETRIED,
        /** A claim ended: a dead letter. */
        DIED,
        /** A claim ended: a final no. */
        REJECTED,
        /** A claim ended by silence: its lease was over, and somebody else claimed the task. */
        ABANDONED,
        /** It was taken back while it lived. */
        CANCELLED,
        /** A dead letter became a live task again. */
        REDRIVEN,
        /** A dead letter got another payload. */
        EDITED,
        /** A dead letter was thrown away. */
        DISCARDED,
        /** A discarded letter was taken back. */
        RESTORED
    }
}
