package dev.oncemore.task;

/** What a listener keeps open on a thread while a handler or a step runs there, such as a span. */
@FunctionalInterface
public interface RunScope {
    /** A scope that does nothing. */
    RunScope NONE = (succeeded, outcome) -> {};

    /**
     * Called on the same thread when the work has ended.
     *
     * @param succeeded whether it did what it was meant to
     * @param outcome how it ended, such as {@code done}, {@code retried} or {@code dead}
     */
    void end(boolean succeeded, String outcome);
}
