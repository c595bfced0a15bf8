package dev.oncemore.observe.metrics;

import static dev.oncemore.observe.metrics.MeterName.BREAKER_STATE;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_FAILURES;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_HEDGES;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_LATENCY_ADDED;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_RETRIES;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_RETRIES_OVERLOAD;
import static dev.oncemore.observe.metrics.MeterName.DEPENDENCY_TIMEOUTS;
import static dev.oncemore.observe.metrics.MeterName.RETRY_BUDGET_REMAINING;
import static dev.oncemore.observe.metrics.MeterName.RETRY_STOPPED;

import dev.oncemore.observe.report.Overload;
import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.TimeoutKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The meters of one dependency that do not name the operation. */
final class DependencyMeters {
    private static final int ENGINES_MAX = 1_000;
    private static final List<FailureKind> RETRIED =
            List.of(FailureKind.TRANSIENT, FailureKind.THROTTLED, FailureKind.TIMEOUT_UNKNOWN_OUTCOME);

    private final MeterFactory meters;
    private final Tags dependency;
    private final Timer addedLatency;
    private final Counter overload;
    private final List<WeakReference<Retry>> engines = new CopyOnWriteArrayList<>();
    private boolean showsBudget;
    private boolean showsBreaker;

    DependencyMeters(MeterFactory meters, Tags dependency) {
        this.meters = meters;
        this.dependency = dependency;
        addedLatency = meters.timer(DEPENDENCY_LATENCY_ADDED, dependency);
        overload = meters.counter(DEPENDENCY_RETRIES_OVERLOAD, dependency);
        // Registered before the first failure: a series that begins at one shows no increase.
        for (FailureKind kind : FailureKind.values()) {
            failures(kind);
        }
        RETRIED.forEach(this::retries);
    }

    void on(RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed attempt) {
            onFailedAttempt(attempt);
        } else if (event instanceof RetryEvent.RetryScheduled scheduled) {
            retries(scheduled.cause().kind()).increment();
        } else if (event instanceof RetryEvent.Abandoned abandoned) {
            onAbandoned(abandoned.facts());
        } else if (event instanceof RetryEvent.Hedged) {
            meters.counter(DEPENDENCY_HEDGES, dependency).increment();
        }
    }

    /** Records the latency that retries added to an ended call. */
    void onAdded(Duration added) {
        addedLatency.record(added);
    }

    private void onFailedAttempt(RetryEvent.AttemptFailed attempt) {
        failures(attempt.classification().kind()).increment();
        TimeoutKind type = attempt.classification().timeout();
        if (type != null) {
            timeouts(type).increment();
        }
        if (Overload.isWorsenedBy(attempt)) {
            overload.increment();
        }
    }

    private void onAbandoned(GaveUp facts) {
        if (facts.reason() == StopReason.LIMITER || facts.reason() == StopReason.RATE_LIMITER) {
            timeouts(TimeoutKind.QUEUE).increment();
        }
        if (facts.reason() != StopReason.NOT_RETRYABLE) {
            stopped(facts.reason()).increment();
        }
    }

    /**
     * Gauges read the engines; of several with one name they report the worst. A gauge is registered once: the registry
     * would warn about a second one.
     */
    synchronized void onReady(Retry engine) {
        engines.removeIf(known -> known.get() == null);
        if (engines.size() >= ENGINES_MAX) {
            return;
        }
        engines.add(new WeakReference<>(engine));
        if (engine.policy().budget().isPresent() && !showsBudget) {
            showsBudget = true;
            stopped(StopReason.BUDGET);
            meters.gauge(RETRY_BUDGET_REMAINING, dependency, this, DependencyMeters::budgetRemaining);
        }
        if (engine.policy().breaker().isPresent() && !showsBreaker) {
            showsBreaker = true;
            for (BreakerMode mode : BreakerMode.values()) {
                Tags tags = dependency.and("state", lower(mode));
                meters.gauge(BREAKER_STATE, tags, this, measured -> measured.breakerMode() == mode ? 1 : 0);
            }
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

    private Counter failures(FailureKind kind) {
        return meters.counter(DEPENDENCY_FAILURES, dependency.and("failure_kind", lower(kind)));
    }

    private Counter retries(FailureKind reason) {
        return meters.counter(DEPENDENCY_RETRIES, dependency.and("reason", lower(reason)));
    }

    private Counter stopped(StopReason reason) {
        return meters.counter(RETRY_STOPPED, dependency.and("reason", lower(reason)));
    }

    private Counter timeouts(TimeoutKind type) {
        return meters.counter(DEPENDENCY_TIMEOUTS, dependency.and("timeout_type", lower(type)));
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
