package dev.oncemore.task.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the job log: what became of one instant.
 *
 * @param schedule whose
 * @param instant which
 * @param outcome where it stands
 * @param started when the attempt that succeeded began; null for any other outcome
 * @param ended when it ended; null when it has not
 * @param attempts how many attempts were made
 * @param why why it was skipped, failed or cancelled; null otherwise
 * @param taskId the task beneath, which has a line for each attempt
 */
public record FiringRecord(
        String schedule,
        Instant instant,
        Outcome outcome,
        @Nullable Instant started,
        @Nullable Instant ended,
        int attempts,
        @Nullable String why,
        String taskId) {

    /** Where a firing stands. */
    public enum Outcome {
        /** It waits to be done, or to be tried again. */
        WAITING,
        /** It is being done. */
        RUNNING,
        /** It was done. */
        DONE,
        /** It was given up: a dead letter, or a final no. */
        FAILED,
        /** It was left out, by the overlap or misfire policy. */
        SKIPPED,
        /** Somebody took it back, or threw its dead letter away. */
        CANCELLED
    }
}
