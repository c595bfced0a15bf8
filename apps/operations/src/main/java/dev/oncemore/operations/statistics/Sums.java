package dev.oncemore.operations.statistics;

import java.time.Duration;

/**
 * What is counted of calls, or of tasks.
 *
 * @param calls how many ended
 * @param firstTry of these, those that succeeded at the first attempt
 * @param rescued of these, those that a retry made a success
 * @param failed of these, those that failed for good
 * @param attempts how many attempts all of them took
 * @param refused how many retries the budget refused
 * @param duplicates how many duplicates were held back
 * @param added what retries added to their time
 * @param latencies how long they took, where that is known
 */
public record Sums(
        long calls,
        long firstTry,
        long rescued,
        long failed,
        long attempts,
        long refused,
        long duplicates,
        Duration added,
        Latencies latencies) {
    /** Nothing. */
    public static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0, 0, Duration.ZERO, Latencies.NONE);

    /** These and those. */
    public Sums and(Sums others) {
        return new Sums(
                calls + others.calls,
                firstTry + others.firstTry,
                rescued + others.rescued,
                failed + others.failed,
                attempts + others.attempts,
                refused + others.refused,
                duplicates + others.duplicates,
                added.plus(others.added),
                latencies.and(others.latencies));
    }

    /** How many attempts were not the first. */
    public long retries() {
        return Math.max(0, attempts - calls);
    }

    /** How many of these did not help: each call that was rescued needed one that did. */
    public long wasted() {
        return Math.max(0, retries() - rescued);
    }

    /** How many succeeded, sooner or later. */
    public long succeeded() {
        return firstTry + rescued;
    }

    /** Whether there is anything in it. */
    public boolean isEmpty() {
        return calls == 0 && duplicates == 0 && refused == 0 && latencies.count() == 0;
    }
}
