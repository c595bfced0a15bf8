package dev.oncemore.task.store;

/** What happens to a lane whose first task fails for good. */
public enum OnPoison {
    /** The task is retried forever, and the lane waits for it. */
    BLOCK,
    /**
     * The task becomes a dead letter, and the lane continues. A redrive puts it at the lane's end: it has lost its
     * turn.
     */
    SKIP,
    /**
     * The task becomes a dead letter, and the lane waits until it is redriven or discarded. A redrive keeps its place.
     */
    PARK
}
