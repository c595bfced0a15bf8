package dev.oncemore.observe.metrics;

import dev.oncemore.time.Durations;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The latency buckets from which percentiles are computed, also across nodes. Each is a counter of the calls that took
 * at most its bound; the last one, {@code +Inf}, counts all calls. There is one series per bound, dependency and
 * outcome. The cost per call is one addition.
 */
record LatencyBuckets(List<Duration> bounds) {
    static final LatencyBuckets NONE = new LatencyBuckets(List.of());
    static final int BOUNDS_MAX = 50;

    private static final String LABEL = "le";

    LatencyBuckets {
        bounds = List.copyOf(bounds);
        if (bounds.size() > BOUNDS_MAX) {
            throw new IllegalArgumentException(
                    "there must be at most " + BOUNDS_MAX + " latency bounds, but there are " + bounds.size());
        }
        Duration before = Duration.ZERO;
        for (Duration bound : bounds) {
            if (bound.compareTo(before) <= 0) {
                throw new IllegalArgumentException("latency bounds must be over 0 and ascending, but "
                        + Durations.format(bound) + " comes after " + Durations.format(before));
            }
            before = bound;
        }
    }

    /** Registers counters for calls with these labels. */
    Counts register(MeterRegistry registry, Tags tags) {
        Counts counts = new Counts(bounds);
        for (int i = 0; i < counts.calls.size(); i++) {
            int last = i;
            String bound = i < bounds.size() ? seconds(bounds.get(i)) : "+Inf";
            Predecessor.remove(registry, MeterName.DEPENDENCY_LATENCY_BUCKETS, tags.and(LABEL, bound));
            FunctionCounter.builder(
                            MeterName.DEPENDENCY_LATENCY_BUCKETS.dotted(), counts, counted -> counted.upTo(last))
                    .description(MeterName.DEPENDENCY_LATENCY_BUCKETS.description())
                    .tags(tags.and(LABEL, bound))
                    .register(registry);
        }
        return counts;
    }

    private static String seconds(Duration bound) {
        return BigDecimal.valueOf(bound.toNanos(), 9).stripTrailingZeros().toPlainString();
    }

    /** The number of calls per bucket. */
    static final class Counts {
        private final long[] boundNanos;
        private final List<LongAdder> calls = new ArrayList<>();

        private Counts(List<Duration> bounds) {
            boundNanos = bounds.stream().mapToLong(Duration::toNanos).toArray();
            for (int i = 0; i <= boundNanos.length && boundNanos.length > 0; i++) {
                calls.add(new LongAdder());
            }
        }

        void add(long nanos) {
            if (boundNanos.length == 0) {
                return;
            }
            int at = 0;
            while (at < boundNanos.length && nanos > boundNanos[at]) {
                at++;
            }
            calls.get(at).increment();
        }

        private long upTo(int last) {
            long sum = 0;
            for (int i = 0; i <= last; i++) {
                sum += calls.get(i).sum();
            }
            return sum;
        }
    }
}
