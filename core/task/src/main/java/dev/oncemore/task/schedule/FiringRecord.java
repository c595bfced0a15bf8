package dev.oncemore.task.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the job log: the outcome of one instant.
 *
 * @param schedule the name of the schedule
 * @param instant the scheduled instant; for a manual run, when it was started
 * @param manual whether it was run by hand, in addition to the timetable
 * @param outcome its outcome
 * @param started when the successful attempt started; null for any other outcome
 * @param ended when it ended; null if it has not
 * @param attempts how many attempts were made
 * @param why why it was skipped, failed or cancelled; null otherwise
 * @param taskId the underlying task, with one log line per attempt
 */
public record FiringRecord(
        String schedule,
        Instant instant,
        boolean manual,
        Outcome outcome,
        @Nullable Instant started,
        @Nullable Instant ended,
        int attempts,
        @Nullable String why,
        String taskId) {

    /** The outcome of a firing. */
    public enum Outcome {
        /** It waits to run, or to be retried. */
        WAITING,
        /** It is running. */
        RUNNING,
        /** It was done. */
        DONE,
        /** It was given up: a dead letter, or rejected. */
        FAILED,
        /** It was skipped by the overlap or misfire policy. */
        SKIPPED,
        /** It was cancelled, or its dead letter discarded. */
        CANCELLED
    }
}
