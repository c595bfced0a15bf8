package dev.oncemore.observe.metrics;

import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_ATTEMPTS;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_CALLS;
import static dev.oncemore.observe.metrics.MeterName.RETRY_EXHAUSTED;

import dev.oncemore.retry.GaveUp;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.atomic.LongAdder;

/** The meters of one operation of a dependency, created at its first use, so that a series starts at zero. */
final class OperationMeters {
    /** From this number on, attempts are counted together: a policy may allow thousands. */
    private static final int NUMBER_MAX = 10;

    private final MeterFactory meters;
    private final Tags tags;
    private final LongAdder firstTries = new LongAdder();
    private final LongAdder rescued = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder failedFirst = new LongAdder();
    private final Counter refused;
    private final Counter exhausted;
    private final Latency latency;

    OperationMeters(MeterFactory meters, Tags dependency, String operation) {
        this.meters = meters;
        tags = dependency.and("operation", operation);
        latency = new Latency(meters, tags, () -> firstTries.sum() + rescued.sum() + failed.sum());
        calls("first_try", firstTries);
        calls("rescued", rescued);
        calls("failed", failed);
        refused = meters.counter(DEPENDENCY_CALLS, tags.and("outcome", "refused"));
        exhausted = meters.counter(RETRY_EXHAUSTED, tags);
        meters.functionCounter(
                DEPENDENCY_ATTEMPTS,
                tags.and("attempt_number", "1"),
                this,
                counted -> counted.firstTries.sum() + counted.failedFirst.sum());
    }

    private void calls(String outcome, LongAdder count) {
        meters.functionCounter(DEPENDENCY_CALLS, tags.and("outcome", outcome), count, LongAdder::sum);
    }

    /** The success path: two additions and a comparison with the maximum, no allocation. */
    void onFirstTry(long elapsedNanos) {
        firstTries.increment();
        latency.record(elapsedNanos);
    }

    /** Counts an attempt, except a first one that succeeded. */
    void onAttempt(int number) {
        if (number == 1) {
            failedFirst.increment();
        } else {
            String label = number < NUMBER_MAX ? String.valueOf(number) : NUMBER_MAX + "+";
            meters.counter(DEPENDENCY_ATTEMPTS, tags.and("attempt_number", label))
                    .increment();
        }
    }

    void onRescued(long elapsedNanos) {
        rescued.increment();
        latency.record(elapsedNanos);
    }

    void onAbandoned(GaveUp facts, boolean retryable) {
        if (facts.attempts() == 0) {
            refused.increment();
        } else {
            failed.increment();
            latency.record(facts.elapsed().toNanos());
        }
        if (retryable) {
            exhausted.increment();
        }
    }
}
