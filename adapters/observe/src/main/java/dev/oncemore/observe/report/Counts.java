package dev.oncemore.observe.report;

import dev.oncemore.retry.RetryEvent;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** Cumulative counts of one dependency. */
final class Counts {
    private static final int PLAIN = 7;
    static final int SIZE = PLAIN + LatencyClasses.SIZE;

    private final LatencyClasses latencies = new LatencyClasses();
    private final LongAdder firstTries = new LongAdder();
    private final LongAdder firstFailures = new LongAdder();
    private final LongAdder rescued = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder overload = new LongAdder();
    private final LongAdder addedNanos = new LongAdder();
    private final LongAdder delayed = new LongAdder();

    /** The success path: two additions. */
    void onFirstTry(long elapsedNanos) {
        firstTries.increment();
        latencies.add(elapsedNanos);
    }

    void on(RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed attempt) {
            if (attempt.attempt() == 1) {
                firstFailures.increment();
            } else if (Overload.isWorsenedBy(attempt)) {
                overload.increment();
            }
        } else if (event instanceof RetryEvent.RetryScheduled) {
            retries.increment();
        } else if (event instanceof RetryEvent.Succeeded succeeded) {
            rescued.increment();
            latencies.add(succeeded.elapsed().toNanos());
        } else if (event instanceof RetryEvent.Abandoned abandoned
                && abandoned.facts().attempts() > 0) {
            latencies.add(abandoned.facts().elapsed().toNanos());
        }
    }

    void onAdded(Duration added) {
        addedNanos.add(added.toNanos());
        delayed.increment();
    }

    long[] sums() {
        long[] plain = {
            firstTries.sum(),
            firstFailures.sum(),
            rescued.sum(),
            retries.sum(),
            overload.sum(),
            addedNanos.sum(),
            delayed.sum()
        };
        long[] sums = Arrays.copyOf(plain, SIZE);
        latencies.writeTo(sums, PLAIN);
        return sums;
    }

    static RetryReport.Line line(String dependency, long[] sums) {
        return new RetryReport.Line(
                dependency,
                sums[0] + sums[1],
                sums[1],
                sums[2],
                sums[3],
                sums[4],
                Duration.ofNanos(sums[5]),
                sums[6],
                LatencyClasses.percentile(sums, PLAIN, 0.5),
                LatencyClasses.percentile(sums, PLAIN, 0.95),
                LatencyClasses.percentile(sums, PLAIN, 0.99));
    }
}
