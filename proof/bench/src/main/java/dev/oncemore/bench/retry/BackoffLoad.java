package dev.oncemore.bench.retry;

import java.time.Duration;

/**
 * How many calls wait, for how long, in how much memory.
 *
 * @param calls how many
 * @param heapMegabytes the most that their JVM may use
 * @param least the shortest wait; all calls must be made in that time, or they do not wait at once
 * @param spread by how much longer the longest wait is
 */
record BackoffLoad(int calls, int heapMegabytes, Duration least, Duration spread) {
    static final BackoffLoad QUICK = new BackoffLoad(100_000, 128, Duration.ofSeconds(5), Duration.ofSeconds(5));
    static final BackoffLoad FULL = new BackoffLoad(1_000_000, 512, Duration.ofSeconds(20), Duration.ofSeconds(30));

    /** How long it might take. */
    double guessedSeconds() {
        return longest().toMillis() / 1e3 + 2;
    }

    /** The longest wait. */
    Duration longest() {
        return least.plus(spread);
    }
}
