package dev.oncemore.spring;

import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.spring.OncemoreProperties.Budget;
import dev.oncemore.spring.OncemoreProperties.CircuitBreaking;
import dev.oncemore.spring.OncemoreProperties.Concurrency;
import dev.oncemore.spring.OncemoreProperties.Delays;
import dev.oncemore.spring.OncemoreProperties.Hedging;
import dev.oncemore.spring.OncemoreProperties.Policy;
import dev.oncemore.spring.OncemoreProperties.Rate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns the typed properties of policies into the settings that the kernel reads and checks. */
final class PolicySettings {
    private static final String PREFIX = "oncemore.policies.";
    /** How the kernel's messages begin when they are about one key. */
    private static final Pattern ABOUT_A_KEY = Pattern.compile("policy '[^']*', ([a-z][a-z.-]*): (.*)", Pattern.DOTALL);

    private PolicySettings() {}

    static List<RetryPolicy> policies(Map<String, Policy> properties) {
        return properties.entrySet().stream()
                .map(entry -> policy(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static RetryPolicy policy(String name, Policy properties) {
        try {
            RetryPolicy policy = RetryPolicy.from(name, settings(properties));
            return policy.toBuilder()
                    .classifier(SpringFailures.behind(policy.classifier()))
                    .build();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            Matcher about = ABOUT_A_KEY.matcher(message);
            throw about.matches()
                    ? new InvalidSettingException(PREFIX + name + "." + about.group(1), about.group(2), e)
                    : new InvalidSettingException(PREFIX + name, message, e);
        }
    }

    private static Map<String, Object> settings(Policy policy) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "preset", policy.preset());
        put(map, "max-attempts", policy.maxAttempts());
        put(map, "backoff", policy.backoff() == null ? null : settings(policy.backoff()));
        put(map, "attempt-timeout", policy.attemptTimeout());
        put(map, "deadline", policy.deadline());
        put(map, "longest-hint", policy.longestHint());
        put(map, "budget", policy.budget() == null ? null : settings(policy.budget()));
        put(map, "breaker", policy.breaker() == null ? null : settings(policy.breaker()));
        put(map, "limiter", policy.limiter() == null ? null : settings(policy.limiter()));
        put(map, "rate-limiter", policy.rateLimiter() == null ? null : settings(policy.rateLimiter()));
        put(map, "hedge", policy.hedge() == null ? null : settings(policy.hedge()));
        put(map, "nested", policy.nested());
        put(map, "classify", policy.classify());
        return map;
    }

    private static Map<String, Object> settings(Delays backoff) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "base", backoff.base());
        put(map, "factor", backoff.factor());
        put(map, "cap", backoff.cap());
        put(map, "jitter", backoff.jitter());
        put(map, "bases", backoff.bases());
        return map;
    }

    private static Object settings(Budget budget) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "ratio", budget.ratio());
        put(map, "floor", budget.floor());
        put(map, "window", budget.window());
        put(map, "costs", budget.costs());
        if (!budget.unlimited()) {
            return map;
        }
        if (!map.isEmpty()) {
            throw new IllegalArgumentException(
                    "budget is unlimited, and has " + map.keySet() + "; leave one of them out");
        }
        return "unlimited";
    }

    private static Map<String, Object> settings(CircuitBreaking breaker) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "failures", breaker.failures());
        put(map, "failure-rate", breaker.failureRate());
        put(map, "slow-rate", breaker.slowRate());
        put(map, "slower-than", breaker.slowerThan());
        put(map, "calls", breaker.calls());
        put(map, "period", breaker.period());
        put(map, "minimum-calls", breaker.minimumCalls());
        put(map, "cool-down", breaker.coolDown());
        put(map, "probes", breaker.probes());
        return map;
    }

    private static Map<String, Object> settings(Concurrency limiter) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "concurrency", limiter.concurrency());
        put(map, "queue-timeout", limiter.queueTimeout());
        put(map, "queue-size", limiter.queueSize());
        return map;
    }

    private static Map<String, Object> settings(Rate limiter) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "calls", limiter.calls());
        put(map, "period", limiter.period());
        put(map, "queue-timeout", limiter.queueTimeout());
        put(map, "queue-size", limiter.queueSize());
        return map;
    }

    private static Map<String, Object> settings(Hedging hedge) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "after", hedge.after());
        put(map, "warm-up", hedge.warmUp());
        return map;
    }

    private static void put(Map<String, Object> map, String key, @Nullable Object value) {
        if (value != null && !(value instanceof Map<?, ?> empty && empty.isEmpty())) {
            map.put(key, value);
        }
    }
}
