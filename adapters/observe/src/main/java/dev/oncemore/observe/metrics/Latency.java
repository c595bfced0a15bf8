package dev.oncemore.observe.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The count, the total and the recent maximum of call durations. Micrometer's own timer reads the wall clock for each
 * call to expire old maxima; here they expire on read, so that a call costs two additions and a comparison.
 */
final class Latency {
    private static final long MAX_KEPT_NANOS = Duration.ofMinutes(1).toNanos();

    private final Clock clock;
    private final LongAdder count = new LongAdder();
    private final LongAdder totalNanos = new LongAdder();
    private final AtomicLong maxNanos = new AtomicLong();
    private long earlierMaxNanos;
    private long forgotNanos;

    private final LatencyBuckets.Counts buckets;

    Latency(MeterRegistry registry, Tags tags, LatencyBuckets buckets) {
        this.buckets = buckets.register(registry, tags);
        clock = registry.config().clock();
        forgotNanos = clock.monotonicTime();
        Predecessor.remove(registry, MeterName.DEPENDENCY_LATENCY, tags);
        Predecessor.remove(registry, MeterName.DEPENDENCY_LATENCY_MAX, tags);
        FunctionTimer.builder(
                        MeterName.DEPENDENCY_LATENCY.dotted(),
                        this,
                        Latency::count,
                        latency -> latency.totalNanos.doubleValue(),
                        TimeUnit.NANOSECONDS)
                .description(MeterName.DEPENDENCY_LATENCY.description())
                .tags(tags)
                .register(registry);
        TimeGauge.builder(
                        MeterName.DEPENDENCY_LATENCY_MAX.dotted(), this, TimeUnit.NANOSECONDS, Latency::recentMaxNanos)
                .description(MeterName.DEPENDENCY_LATENCY_MAX.description())
                .tags(tags)
                .register(registry);
    }

    void record(long nanos) {
        count.increment();
        totalNanos.add(nanos);
        buckets.add(nanos);
        if (nanos > maxNanos.get()) {
            maxNanos.accumulateAndGet(nanos, Math::max);
        }
    }

    long count() {
        return count.sum();
    }

    /** The maximum of the last minute or two. */
    private synchronized double recentMaxNanos() {
        long now = clock.monotonicTime();
        double shown = Math.max(earlierMaxNanos, maxNanos.get());
        if (now - forgotNanos >= MAX_KEPT_NANOS) {
            forgotNanos = now;
            earlierMaxNanos = maxNanos.getAndSet(0);
        }
        return shown;
    }
}
