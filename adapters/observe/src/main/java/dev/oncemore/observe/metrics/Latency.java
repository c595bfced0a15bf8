package dev.oncemore.observe.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The total and the recent maximum of call durations. Micrometer's own timer, which histograms need, reads the wall
 * clock for each call to expire old maxima; here they expire on read, so that a call costs an addition and a
 * comparison.
 */
final class Latency {
    private static final long MAX_KEPT_NANOS = Duration.ofMinutes(1).toNanos();

    private final Clock clock;
    private final LongSupplier count;
    private final LongAdder totalNanos = new LongAdder();
    private final AtomicLong maxNanos = new AtomicLong();
    private final @Nullable Timer timer;
    private long earlierMaxNanos;
    private long forgotNanos;

    /** Registers the latency of as many calls as this supplier counts. */
    Latency(MeterFactory meters, Tags tags, LongSupplier count) {
        this.count = count;
        clock = meters.clock();
        forgotNanos = clock.monotonicTime();
        if (meters.hasHistograms()) {
            timer = meters.timer(MeterName.DEPENDENCY_LATENCY, tags);
        } else {
            timer = null;
            meters.functionTimer(
                    MeterName.DEPENDENCY_LATENCY,
                    tags,
                    this,
                    latency -> latency.count.getAsLong(),
                    latency -> latency.totalNanos.doubleValue());
        }
        meters.timeGauge(MeterName.DEPENDENCY_LATENCY_MAX, tags, this, Latency::recentMaxNanos);
    }

    void record(long nanos) {
        if (timer != null) {
            timer.record(nanos, TimeUnit.NANOSECONDS);
        } else {
            totalNanos.add(nanos);
        }
        if (nanos > maxNanos.get()) {
            maxNanos.accumulateAndGet(nanos, Math::max);
        }
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
