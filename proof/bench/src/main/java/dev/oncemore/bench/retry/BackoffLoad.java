package dev.oncemore.bench.retry;

import java.time.Duration;

/**
 * The load of waiting calls.
 *
 * @param calls the number of calls
 * @param heapMegabytes the heap of their JVM
 * @param least the shortest wait; all calls must be made in that time, or they do not wait at once
 * @param spread the difference between the longest and the shortest wait
 */
record BackoffLoad(int calls, int heapMegabytes, Duration least, Duration spread) {
    static final BackoffLoad QUICK = new BackoffLoad(100_000, 128, Duration.ofSeconds(5), Duration.ofSeconds(5));
    static final BackoffLoad FULL = new BackoffLoad(1_000_000, 1_024, Duration.ofSeconds(20), Duration.ofSeconds(30));

    /** The estimated duration. */
    double guessedSeconds() {
        return longest().toMillis() / 1e3 + 2;
    }

    /** The longest wait. */
    Duration longest() {
        return least.plus(spread);
    }
}
