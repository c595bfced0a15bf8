package dev.oncemore.task.store;

/** Where a task stands, derived from where it is kept; nothing stores it. */
public enum TaskState {
    /** It waits to be claimed: now, later, or again. */
    WAITING,
    /** An owner has it under a live lease. */
    RUNNING,
    /** It was done. */
    DONE,
    /** It was answered with no. */
    REJECTED,
    /** Somebody took it back before it ended. */
    CANCELLED,
    /** It is a dead letter. */
    DEAD,
    /** It is a dead letter that somebody threw away, and that can still be restored. */
    DISCARDED;

    /** Whether nothing will happen to it by itself any more. */
    public boolean isEnd() {
        return this != WAITING && this != RUNNING;
    }
}
