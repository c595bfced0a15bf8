package dev.oncemore.task.schedule;

/**
 * What happens at an instant while the previous firing of the schedule has not ended, which includes waiting for a
 * retry.
 */
public enum Overlap {
    /** The instant is skipped, and the job log names the running firing. */
    SKIP,
    /** The firing waits; firings run one after the other, in order. */
    QUEUE,
    /** Both run. */
    ALLOW
}
