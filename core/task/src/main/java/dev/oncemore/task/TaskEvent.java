package dev.oncemore.task;

import java.time.Duration;

/** Something that became of a task or a queue. Ends are told when they are durable. */
public sealed interface TaskEvent {
    /** Which queue. */
    String queue();

    /**
     * A task was asked for; in a transaction of the user's it comes to be with the commit.
     *
     * @param id which task; the first one's, when its dedup key was taken
     * @param isNew false when its dedup key was taken
     */
    record Enqueued(String queue, String kind, String id, boolean isNew) implements TaskEvent {}

    /**
     * An attempt begins, or will as soon as there is a place.
     *
     * @param waited how long the task could have been claimed already
     */
    record Claimed(String queue, String kind, String id, int attempt, Duration waited) implements TaskEvent {}

    /**
     * A task is done.
     *
     * @param elapsed how long its handler took
     */
    record Done(String queue, String kind, String id, int attempt, Duration elapsed) implements TaskEvent {}

    /** A task will be tried again after this long. */
    record Retried(String queue, String kind, String id, int attempt, Duration delay, String error)
            implements TaskEvent {}

    /**
     * A lane is blocked: its first task can not be done, is tried again all the same, and all behind it wait. Somebody should
     * be told.
     */
    record Blocked(String queue, String kind, String id, int attempt, String lane, String reason)
            implements TaskEvent {}

    /** A task was given up and is a dead letter now. Somebody should be told. */
    record Dead(String queue, String kind, String id, int attempt, String reason, String signature)
            implements TaskEvent {}

    /** A task was answered with no, for good. */
    record Rejected(String queue, String kind, String id, int attempt, String reason) implements TaskEvent {}

    /** The owner had lost a task, and what it did with it was discarded. */
    record Lost(String queue, String kind, String id, int attempt, long fence) implements TaskEvent {}

    /** A handler paused its queue for all nodes. */
    record Paused(String queue, Duration span, String reason) implements TaskEvent {}
}
