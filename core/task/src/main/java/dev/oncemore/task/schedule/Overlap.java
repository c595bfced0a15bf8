package dev.oncemore.task.schedule;

/** What happens at an instant while the last firing of the same schedule has not ended; waiting to be retried counts as not. */
public enum Overlap {
    /** The instant is skipped, and the job log says what was already running. */
    SKIP,
    /** The firing waits; firings run one after the other, in order. */
    QUEUE,
    /** Both run. */
    ALLOW
}
