package dev.oncemore.operations.statistics;

import java.time.Instant;

/**
 * One minute of one thing.
 *
 * @param minute when it began
 * @param source who counted: a process, or {@link #STORE}
 * @param name what was called, or which queue
 * @param sums what was counted
 */
public record Sample(Instant minute, String source, String name, Sums sums) {
    /** What the store's own log tells, of tasks of all applications. */
    public static final String STORE = "store";
}
