package dev.oncemore.observe.report;

import dev.oncemore.retry.RetryEvent;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Cumulative counts of one dependency. */
final class Counts {
    static final int SIZE = 7;

    final LongAdder firstTries = new LongAdder();
    private final LongAdder firstFailures = new LongAdder();
    private final LongAdder rescued = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder overload = new LongAdder();
    private final LongAdder addedNanos = new LongAdder();
    private final LongAdder delayed = new LongAdder();

    void on(RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed attempt) {
            if (attempt.attempt() == 1) {
                firstFailures.increment();
            } else if (Overload.isWorsenedBy(attempt)) {
                overload.increment();
            }
        } else if (event instanceof RetryEvent.RetryScheduled) {
            retries.increment();
        } else if (event instanceof RetryEvent.Succeeded) {
            rescued.increment();
        }
    }

    void onAdded(Duration added) {
        addedNanos.add(added.toNanos());
        delayed.increment();
    }

    long[] sums() {
        return new long[] {
            firstTries.sum(),
            firstFailures.sum(),
            rescued.sum(),
            retries.sum(),
            overload.sum(),
            addedNanos.sum(),
            delayed.sum()
        };
    }

    static RetryReport.Line line(String dependency, long[] sums) {
        return new RetryReport.Line(
                dependency, sums[0] + sums[1], sums[1], sums[2], sums[3], sums[4], Duration.ofNanos(sums[5]), sums[6]);
    }
}
