package dev.oncemore.task.store;

/** The state of a task, derived from where it is kept rather than stored. */
public enum TaskState {
    /** It waits to be claimed: now, later, or again. */
    WAITING,
    /** It is claimed under a live lease. */
    RUNNING,
    /** It was done. */
    DONE,
    /** It was rejected. */
    REJECTED,
    /** It was cancelled before it ended. */
    CANCELLED,
    /** It is a dead letter. */
    DEAD,
    /** It is a discarded dead letter, which can still be restored. */
    DISCARDED;

    /** Whether it does not continue on its own. */
    public boolean isEnd() {
        return this != WAITING && this != RUNNING;
    }
}
