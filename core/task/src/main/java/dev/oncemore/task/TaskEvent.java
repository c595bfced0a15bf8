package dev.oncemore.task;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An event of a task or a queue. Ends are reported once they are durable. */
public sealed interface TaskEvent {
    /** The name of the queue. */
    String queue();

    /**
     * A task was enqueued; in a user transaction it exists from the commit on.
     *
     * @param id the task's id; the existing one's if its dedup key was taken
     * @param isNew false if its dedup key was taken
     */
    record Enqueued(String queue, String kind, String id, boolean isNew) implements TaskEvent {}

    /**
     * An attempt starts, or will as soon as a thread is free.
     *
     * @param waited how long the task was ready before the claim
     */
    record Claimed(String queue, String kind, String id, int attempt, Duration waited) implements TaskEvent {}

    /**
     * A task is done.
     *
     * @param elapsed how long its handler took
     */
    record Done(String queue, String kind, String id, int attempt, Duration elapsed) implements TaskEvent {}

    /**
     * A task will be retried after this delay.
     *
     * @param failure the exception that ended the attempt; null if the handler returned a verdict without one
     */
    record Retried(
            String queue,
            String kind,
            String id,
            int attempt,
            Duration delay,
            String error,
            @Nullable Throwable failure)
            implements TaskEvent {}

    /**
     * A lane is blocked: its first task fails permanently but is still retried, and the tasks behind it wait. Alert a
     * person.
     *
     * @param failure the exception that ended the attempt; null if there was none
     */
    record Blocked(
            String queue,
            String kind,
            String id,
            int attempt,
            String lane,
            String reason,
            @Nullable Throwable failure) implements TaskEvent {}

    /**
     * A task was given up and is now a dead letter. Alert a person.
     *
     * @param failure the exception that ended the last attempt, whose stack trace the letter keeps; null if there was
     *     none
     */
    record Dead(
            String queue,
            String kind,
            String id,
            int attempt,
            String reason,
            String signature,
            @Nullable Throwable failure)
            implements TaskEvent {}

    /**
     * A task was rejected for good.
     *
     * @param failure the exception that rejected it; null if the handler returned a verdict
     */
    record Rejected(
            String queue,
            String kind,
            String id,
            int attempt,
            String reason,
            @Nullable Throwable failure) implements TaskEvent {}

    /** The owner lost a task, and its result was discarded. */
    record Lost(String queue, String kind, String id, int attempt, long fence) implements TaskEvent {}

    /** A handler paused its queue for all nodes. */
    record Paused(String queue, Duration span, String reason) implements TaskEvent {}
}
