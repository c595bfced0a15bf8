package dev.oncemore.task.store;

/** What happens to a lane whose first task can not be done. */
public enum OnPoison {
    /** It is tried for ever, and the lane waits for it. */
    BLOCK,
    /** It becomes a dead letter, and the lane goes on. A redrive puts it at the lane's end: it has lost its turn. */
    SKIP,
    /** It becomes a dead letter, and the lane waits until somebody redrives or discards it. A redrive keeps its place. */
    PARK
}
