package dev.oncemore.retry.policy;

import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Converts a policy to the map that {@link PolicyReader} reads. */
final class PolicyWriter {
    static final String ATTEMPT_TIMEOUT = "attempt-timeout";
    static final String DEADLINE = "deadline";
    /** How a limit is switched off. */
    static final String NONE = "none";

    private PolicyWriter() {}

    /** For people: with the limits that have their default. */
    static Map<String, Object> writeAll(RetryPolicy policy) {
        Map<String, Object> map = write(policy);
        map.putIfAbsent(ATTEMPT_TIMEOUT, written(policy.limits.attemptTimeout()));
        map.putIfAbsent(DEADLINE, written(policy.limits.deadline()));
        return map;
    }

    static Map<String, Object> write(RetryPolicy policy) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("max-attempts", policy.maxAttempts());
        map.put("backoff", write(policy.backoff()));
        // A limit that nobody set is left out, so that it has its default, which may depend on the other, when read.
        if (policy.limits.attempt().isSet()) {
            map.put(ATTEMPT_TIMEOUT, written(policy.limits.attempt().span()));
        }
        if (policy.limits.total().isSet()) {
            map.put(DEADLINE, written(policy.limits.total().span()));
        }
        map.put("longest-hint", Durations.format(policy.longestHint()));
        map.put("budget", policy.budget().<Object>map(PolicyWriter::write).orElse("unlimited"));
        policy.breaker().ifPresent(breaker -> map.put("breaker", write(breaker)));
        policy.limiter().ifPresent(limiter -> map.put("limiter", write(limiter)));
        policy.rateLimiter().ifPresent(limiter -> map.put("rate-limiter", write(limiter)));
        policy.hedge().ifPresent(hedge -> map.put("hedge", write(hedge)));
        map.put("nested", written(policy.nested()));
        Map<String, List<String>> rules = write(policy.classifier());
        if (!rules.isEmpty()) {
            map.put("classify", rules);
        }
        return map;
    }

    /** The name of a constant in configuration files: {@code single-attempt}. */
    static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String written(@Nullable Duration limit) {
        return limit == null ? NONE : Durations.format(limit);
    }

    private static Map<String, Object> write(Backoff backoff) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("base", Durations.format(backoff.base()));
        map.put("factor", backoff.factor());
        map.put("cap", Durations.format(backoff.cap()));
        map.put("jitter", backoff.jitter().toString());
        if (!backoff.bases().isEmpty()) {
            map.put("bases", byKind(backoff.bases(), Durations::format));
        }
        return map;
    }

    private static Map<String, Object> write(RetryBudget budget) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("ratio", budget.ratio());
        map.put("floor", budget.floor());
        map.put("window", Durations.format(budget.window()));
        if (!budget.costs().isEmpty()) {
            map.put("costs", byKind(budget.costs(), cost -> cost));
        }
        return map;
    }

    private static <V> Map<String, Object> byKind(Map<FailureKind, V> values, Function<V, Object> written) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (FailureKind kind : Kinds.retried()) {
            V value = values.get(kind);
            if (value != null) {
                map.put(written(kind), written.apply(value));
            }
        }
        return map;
    }

    private static Map<String, Object> write(Breaker breaker) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (breaker.trip() instanceof Breaker.ConsecutiveFailures failures) {
            map.put("failures", failures.count());
        } else if (breaker.trip() instanceof Breaker.Rates rates) {
            map.put("failure-rate", rates.failureRate());
            Breaker.SlowCalls slow = rates.slow();
            if (slow != null) {
                map.put("slow-rate", slow.rate());
                map.put("slower-than", Durations.format(slow.slowerThan()));
            }
            if (rates.window() instanceof Breaker.LastCalls last) {
                map.put("calls", last.count());
            } else if (rates.window() instanceof Breaker.LastPeriod last) {
                map.put("period", Durations.format(last.length()));
            }
            map.put("minimum-calls", rates.minimumCalls());
        }
        map.put("cool-down", Durations.format(breaker.coolDown()));
        map.put("probes", breaker.probes());
        return map;
    }

    private static Map<String, Object> write(Limiter limiter) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("concurrency", limiter.concurrency());
        map.put("queue-timeout", Durations.format(limiter.queueTimeout()));
        map.put("queue-size", limiter.queueSize());
        return map;
    }

    private static Map<String, Object> write(RateLimiter limiter) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("calls", limiter.calls());
        map.put("period", Durations.format(limiter.period()));
        map.put("queue-timeout", Durations.format(limiter.queueTimeout()));
        map.put("queue-size", limiter.queueSize());
        return map;
    }

    private static Map<String, Object> write(Hedge hedge) {
        Map<String, Object> map = new LinkedHashMap<>();
        Duration after = hedge.after();
        map.put("after", after == null ? "p95" : Durations.format(after));
        map.put("warm-up", hedge.warmUp());
        return map;
    }

    /** The class names of each kind, sorted. */
    private static Map<String, List<String>> write(Classifier classifier) {
        Map<String, List<String>> rules = new LinkedHashMap<>();
        for (Classifier at = classifier; at instanceof ClassifierRules.Link link; at = link.next()) {
            if (link instanceof ClassifierRules.ByName names) {
                new TreeMap<>(names.kinds())
                        .forEach((className, kind) -> rules.computeIfAbsent(written(kind), absent -> new ArrayList<>())
                                .add(className));
            }
        }
        return rules;
    }
}
