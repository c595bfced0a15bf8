package dev.oncemore.observe.metrics;

import static dev.oncemore.observe.metrics.MeterName.BREAKER_STATE;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_ATTEMPTS;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_CALLS;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_HEDGES;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_LATENCY_ADDED;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_RETRIES;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_RETRIES_OVERLOAD;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_TIMEOUTS;
import static dev.oncemore.observe.metrics.MeterName.RETRY_BUDGET_REMAINING;
import static dev.oncemore.observe.metrics.MeterName.RETRY_EXHAUSTED;

import dev.oncemore.observe.report.Overload;
import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.TimeoutKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The meters of one dependency, created at its first use, so that a call needs no lookup and a series starts at zero.
 */
final class DependencyMeters {
    private static final String FIRST_TRY = "first_try";
    private static final String RESCUED = "rescued";
    private static final String FAILED = "failed";
    private static final String REFUSED = "refused";
    private static final int ENGINES_MAX = 1_000;

    private final MeterRegistry registry;
    private final Tags dependency;
    private final LatencyBuckets buckets;
    private final Latency firstTries;
    private final Latency rescued;
    private final Latency failed;
    private final Timer addedLatency;
    private final Counter refused;
    private final Counter retries;
    private final Counter overload;
    private final List<WeakReference<Retry>> engines = new CopyOnWriteArrayList<>();

    DependencyMeters(MeterRegistry registry, String name, LatencyBuckets buckets) {
        this.registry = registry;
        this.buckets = buckets;
        dependency = Tags.of("dependency", name);
        firstTries = calls(FIRST_TRY);
        rescued = calls(RESCUED);
        failed = calls(FAILED);
        addedLatency = Timer.builder(DEPENDENCY_LATENCY_ADDED.dotted())
                .description(DEPENDENCY_LATENCY_ADDED.description())
                .tags(dependency)
                .register(registry);
        refused = counter(DEPENDENCY_CALLS, dependency.and("outcome", REFUSED));
        Predecessor.remove(registry, DEPENDENCY_ATTEMPTS, dependency.and("result", "success"));
        FunctionCounter.builder(
                        DEPENDENCY_ATTEMPTS.dotted(),
                        this,
                        meters -> meters.firstTries.count() + meters.rescued.count())
                .description(DEPENDENCY_ATTEMPTS.description())
                .tags(dependency.and("result", "success"))
                .register(registry);
        retries = counter(DEPENDENCY_RETRIES, dependency);
        overload = counter(DEPENDENCY_RETRIES_OVERLOAD, dependency);
        for (FailureKind kind : FailureKind.values()) {
            attempts(kind);
        }
    }

    /** The success path: two additions and a comparison with the maximum, no allocation. */
    void onFirstTry(long elapsedNanos) {
        firstTries.record(elapsedNanos);
    }

    void on(RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed attempt) {
            onFailedAttempt(attempt);
        } else if (event instanceof RetryEvent.RetryScheduled) {
            retries.increment();
        } else if (event instanceof RetryEvent.Succeeded succeeded) {
            rescued.record(succeeded.elapsed().toNanos());
        } else if (event instanceof RetryEvent.Abandoned abandoned) {
            onAbandoned(abandoned.facts());
        } else if (event instanceof RetryEvent.Hedged) {
            counter(DEPENDENCY_HEDGES, dependency).increment();
        }
    }

    /** Records the latency that retries added to an ended call. */
    void onAdded(Duration added) {
        addedLatency.record(added);
    }

    private void onFailedAttempt(RetryEvent.AttemptFailed attempt) {
        attempts(attempt.classification().kind()).increment();
        TimeoutKind wait = attempt.classification().timeout();
        if (wait != null) {
            timeouts(wait).increment();
        }
        if (Overload.isWorsenedBy(attempt)) {
            overload.increment();
        }
    }

    private void onAbandoned(GaveUp facts) {
        if (facts.attempts() == 0) {
            refused.increment();
        } else {
            failed.record(facts.elapsed().toNanos());
        }
        if (facts.reason() == StopReason.LIMITER || facts.reason() == StopReason.RATE_LIMITER) {
            timeouts(TimeoutKind.QUEUE).increment();
        }
        if (facts.reason() != StopReason.NOT_RETRYABLE) {
            exhausted(facts.reason()).increment();
        }
    }

    /** Gauges read the engines; of several with one name they report the worst. */
    void onReady(Retry engine) {
        engines.removeIf(known -> known.get() == null);
        if (engines.size() >= ENGINES_MAX) {
            return;
        }
        engines.add(new WeakReference<>(engine));
        if (engine.policy().budget().isPresent()) {
            exhausted(StopReason.BUDGET);
            replace(RETRY_BUDGET_REMAINING, dependency);
            Gauge.builder(RETRY_BUDGET_REMAINING.dotted(), this, DependencyMeters::budgetRemaining)
                    .description(RETRY_BUDGET_REMAINING.description())
                    .tags(dependency)
                    .register(registry);
        }
        if (engine.policy().breaker().isPresent()) {
            for (BreakerMode mode : BreakerMode.values()) {
                replace(BREAKER_STATE, dependency.and("state", lower(mode)));
                Gauge.builder(BREAKER_STATE.dotted(), this, meters -> meters.breakerMode() == mode ? 1 : 0)
                        .description(BREAKER_STATE.description())
                        .tags(dependency.and("state", lower(mode)))
                        .register(registry);
            }
        }
    }

    /** Only for the first engine: for later ones the gauge is already ours. */
    private void replace(MeterName name, Tags tags) {
        if (engines.size() == 1) {
            Predecessor.remove(registry, name, tags);
        }
    }

    private double budgetRemaining() {
        return live().mapToLong(engine -> engine.status().budgetRemaining())
                .filter(remaining -> remaining != Long.MAX_VALUE)
                .mapToDouble(remaining -> remaining)
                .min()
                .orElse(Double.NaN);
    }

    private BreakerMode breakerMode() {
        List<BreakerMode> modes = live().map(engine -> engine.status().breaker())
                .filter(Objects::nonNull)
                .toList();
        for (BreakerMode worst : List.of(BreakerMode.FORCED_OPEN, BreakerMode.OPEN, BreakerMode.HALF_OPEN)) {
            if (modes.contains(worst)) {
                return worst;
            }
        }
        return BreakerMode.CLOSED;
    }

    private Stream<Retry> live() {
        return engines.stream().map(WeakReference::get).filter(Objects::nonNull).map(Objects::requireNonNull);
    }

    private Counter attempts(FailureKind kind) {
        return counter(DEPENDENCY_ATTEMPTS, dependency.and("result", lower(kind)));
    }

    private Counter exhausted(StopReason reason) {
        return counter(RETRY_EXHAUSTED, dependency.and("reason", lower(reason)));
    }

    private Counter timeouts(TimeoutKind wait) {
        return counter(DEPENDENCY_TIMEOUTS, dependency.and("wait", lower(wait)));
    }

    /** Both the number of calls with this outcome and their duration. */
    private Latency calls(String outcome) {
        Tags tags = dependency.and("outcome", outcome);
        Latency latency = new Latency(registry, tags, buckets);
        Predecessor.remove(registry, DEPENDENCY_CALLS, tags);
        FunctionCounter.builder(DEPENDENCY_CALLS.dotted(), latency, Latency::count)
                .description(DEPENDENCY_CALLS.description())
                .tags(tags)
                .register(registry);
        return latency;
    }

    private Counter counter(MeterName name, Tags tags) {
        return Counter.builder(name.dotted())
                .description(name.description())
                .tags(tags)
                .register(registry);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
