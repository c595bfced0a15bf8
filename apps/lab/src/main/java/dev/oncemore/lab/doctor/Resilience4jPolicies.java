package dev.oncemore.lab.doctor;

import dev.oncemore.config.Nearest;
import dev.oncemore.lab.doctor.ReviewedPolicy.Numbers;
import dev.oncemore.lab.doctor.SpringSettings.Setting;
import dev.oncemore.lab.doctor.rule.RetryRule;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reviews {@code resilience4j.retry.instances.…} with the circuit breaker and time limiter of the same name. */
final class Resilience4jPolicies {
    static final String PREFIX = "resilience4j.";
    private static final String KIND = "Resilience4j";
    private static final Duration LONG_DELAY = Duration.ofMinutes(1);
    private static final int BASES_MAX = 10;
    private static final List<String> RETRY_KEYS = List.of(
            "max-attempts",
            "wait-duration",
            "enable-exponential-backoff",
            "exponential-backoff-multiplier",
            "exponential-max-wait-duration",
            "enable-randomized-wait",
            "randomized-wait-factor",
            "retry-exceptions",
            "ignore-exceptions",
            "retry-exception-predicate",
            "result-predicate",
            "interval-bi-function",
            "consume-result-before-retry-attempt",
            "fail-after-max-attempts",
            "event-consumer-buffer-size",
            "base-config");
    private static final List<String> LIMITER_KEYS =
            List.of("timeout-duration", "cancel-running-future", "event-consumer-buffer-size", "base-config");

    private final SpringSettings settings;
    private final String file;
    private final List<ReviewedPolicy> all = new ArrayList<>();

    Resilience4jPolicies(SpringSettings settings, String file) {
        this.settings = settings;
        this.file = file;
    }

    List<ReviewedPolicy> review() {
        for (String name : settings.names("resilience4j.retry.instances.")) {
            all.add(review(name));
        }
        return all;
    }

    private ReviewedPolicy review(String name) {
        int attempts =
                number("retry", name, "max-attempts").map(Double::intValue).orElse(3);
        Duration wait = span("retry", name, "wait-duration").orElse(Duration.ofMillis(500));
        boolean grows = truth(name, "enable-exponential-backoff").orElse(true);
        boolean random = truth(name, "enable-randomized-wait").orElse(true);
        Duration cap = span("retry", name, "exponential-max-wait-duration").orElse(null);
        double factor =
                grows ? number("retry", name, "exponential-backoff-multiplier").orElse(1.5) : 1;
        Duration last = grown(wait, factor, attempts - 1, cap);
        Duration timeout = timeout(name).orElse(null);
        Duration delays = Duration.ZERO;
        for (int retry = 1; retry < Math.min(attempts, 1000); retry++) {
            delays = delays.plus(grown(wait, factor, retry, cap));
        }
        String prefix = "resilience4j.retry.instances." + name + ".";
        ReviewedPolicy policy = new ReviewedPolicy(
                name, KIND, file, settings.line(prefix), new Numbers(attempts, timeout, null, delays, false, true));
        unknown(policy, "retry", name, RETRY_KEYS);
        unknown(policy, "timelimiter", name, LIMITER_KEYS);
        if (timeout != null) {
            policy.yes(ReviewQuestion.TIMEOUT, "an attempt ends after " + Durations.format(timeout));
        }
        policy.yes(ReviewQuestion.BOUNDED, attempts + " attempts");
        if (attempts > 1) {
            if (truth(name, "enable-randomized-wait").isPresent()) {
                boolean ownInterval =
                        find("retry", name, "interval-bi-function").isPresent();
                backoff(policy, new Waits(wait, grows, random, ownInterval, last, cap));
            } else {
                policy.ask(ReviewQuestion.BACKOFF, "the environment says whether the delay is randomized: does it?");
            }
            failures(policy);
            breaker(policy, timeout);
        }
        return policy;
    }

    private record Waits(
            Duration first,
            boolean grows,
            boolean random,
            boolean own,
            Duration last,
            @Nullable Duration cap) {}

    private void backoff(ReviewedPolicy policy, Waits waits) {
        String name = policy.name;
        if (waits.own()) {
            policy.ask(
                    ReviewQuestion.BACKOFF,
                    "interval-bi-function computes the delay: does it grow, up to a cap, at random?");
            return;
        }
        if (waits.first().isZero()) {
            policy.find(RetryRule.NO_DELAY, line(name, "wait-duration"), "retries follow at once");
        } else if (!waits.random()) {
            policy.find(
                    RetryRule.NO_JITTER,
                    line(name, "enable-randomized-wait", "wait-duration"),
                    "callers that fail together retry together, " + Durations.format(waits.first())
                            + " later; set enable-randomized-wait: true");
        }
        if (waits.grows() && waits.cap() == null && waits.last().compareTo(LONG_DELAY) > 0) {
            policy.find(
                    RetryRule.NO_CAP,
                    line(name, "exponential-backoff-multiplier", "enable-exponential-backoff"),
                    "the last delay is " + Durations.approximate(Durations.saturatedNanos(waits.last()))
                            + "; set exponential-max-wait-duration");
        }
        if (waits.grows()) {
            policy.yes(ReviewQuestion.BACKOFF, "from " + Durations.format(waits.first()) + ", randomized");
        } else {
            policy.ask(ReviewQuestion.BACKOFF, "the delay does not grow; is the load small?");
        }
    }

    private void failures(ReviewedPolicy policy) {
        boolean predicate =
                find("retry", policy.name, "retry-exception-predicate").isPresent();
        Set<String> named = values(policy.name, "retry-exceptions");
        boolean ignores = !values(policy.name, "ignore-exceptions").isEmpty();
        boolean everything =
                named.isEmpty() || named.contains("java.lang.Exception") || named.contains("java.lang.Throwable");
        if (predicate) {
            policy.ask(ReviewQuestion.CLASSIFIED, "retry-exception-predicate decides: what does it let through?");
            policy.ask(ReviewQuestion.OTHERS_NOT_REPEATED, "retry-exception-predicate decides");
        } else if (everything && !ignores) {
            policy.find(
                    RetryRule.RETRIES_EVERYTHING,
                    line(policy.name, "retry-exceptions"),
                    "no exceptions are named, so that all of them are retried; set retry-exceptions");
        } else {
            policy.yes(ReviewQuestion.CLASSIFIED, named.isEmpty() ? "all but those named" : String.join(", ", named));
            policy.yes(ReviewQuestion.OTHERS_NOT_REPEATED, "exceptions are named");
        }
    }

    private void breaker(ReviewedPolicy policy, @Nullable Duration timeout) {
        String prefix = "resilience4j.circuitbreaker.instances." + policy.name + ".";
        boolean mayExist = settings.hasBelow("resilience4j.circuitbreaker.configs.default.");
        if (!settings.hasBelow(prefix) && !mayExist) {
            policy.find(
                    RetryRule.NO_BUDGET,
                    policy.line,
                    "while the dependency is down, it gets up to " + policy.numbers.attempts()
                            + " times its normal load; there is no circuit breaker '" + policy.name + "' either");
            return;
        }
        policy.ask(
                ReviewQuestion.BUDGET,
                "the circuit breaker ends retries once it is open; before that, nothing limits their share");
        double window =
                number("circuitbreaker", policy.name, "sliding-window-size").orElse(100.0);
        boolean countsSeconds = find("circuitbreaker", policy.name, "sliding-window-type")
                .flatMap(SpringSettings::resolved)
                .map(type -> !type.equalsIgnoreCase("COUNT_BASED"))
                .orElse(false);
        double least =
                number("circuitbreaker", policy.name, "minimum-number-of-calls").orElse(100.0);
        double calls = countsSeconds ? least : Math.min(least, window);
        if (calls <= policy.numbers.attempts()) {
            policy.find(
                    RetryRule.BREAKER_OPENED_BY_ONE_CALL,
                    settings.line(prefix),
                    "the breaker decides after " + (int) calls + " calls, and one call may make "
                            + policy.numbers.attempts() + " attempts");
        }
        Optional<Duration> slow = span("circuitbreaker", policy.name, "slow-call-duration-threshold");
        if (timeout != null && slow.isPresent() && slow.get().compareTo(timeout) >= 0) {
            policy.find(
                    RetryRule.SLOW_CALLS_NEVER_COUNT,
                    settings.line(prefix),
                    "the breaker counts calls slower than " + Durations.format(slow.get())
                            + ", but they are cut off after " + Durations.format(timeout));
        }
    }

    /** The time limiter of the same name, inside the retries unless the aspects are ordered otherwise. */
    private Optional<Duration> timeout(String name) {
        if (settings.hasBelow("resilience4j.timelimiter.instances." + name + ".")) {
            return Optional.of(span("timelimiter", name, "timeout-duration").orElse(Duration.ofSeconds(1)));
        }
        return Optional.empty();
    }

    private void unknown(ReviewedPolicy policy, String part, String name, List<String> known) {
        String prefix = SpringSettings.canonical("resilience4j." + part + ".instances." + name + ".");
        settings.all().forEach((key, setting) -> {
            if (key.startsWith(prefix)) {
                String written = setting.key().substring(setting.key().lastIndexOf('.') + 1);
                String plain = key.substring(prefix.length()).replaceAll("\\[.*", "");
                if (known.stream()
                        .noneMatch(one -> SpringSettings.canonical(one).equals(plain))) {
                    policy.find(
                            RetryRule.UNKNOWN_SETTING,
                            setting.line(),
                            "Resilience4j does not know '" + written + "' and ignores it"
                                    + Nearest.to(written, known)
                                            .map(near -> "; did you mean '" + near + "'?")
                                            .orElse(""));
                }
            }
        });
    }

    private static Duration grown(Duration wait, double factor, int retry, @Nullable Duration cap) {
        double nanos = Durations.saturatedNanos(wait) * Math.pow(factor, Math.max(0, retry - 1));
        long most = Durations.saturatedNanos(cap == null ? Duration.ofDays(365) : cap);
        return Duration.ofNanos(nanos >= most ? most : (long) nanos);
    }

    private int line(String name, String... keys) {
        for (String key : keys) {
            Optional<Setting> setting = find("retry", name, key);
            if (setting.isPresent()) {
                return setting.get().line();
            }
        }
        return settings.line("resilience4j.retry.instances." + name + ".");
    }

    /** The setting of an instance, else that of its base configuration and of the base of that, else of the default one. */
    private Optional<Setting> find(String part, String name, String key) {
        String start = "resilience4j." + part + ".";
        Optional<Setting> found = settings.find(start + "instances." + name + "." + key);
        String base = base(start + "instances." + name).orElse("default");
        for (int i = 0; i < BASES_MAX && found.isEmpty(); i++) {
            found = settings.find(start + "configs." + base + "." + key);
            Optional<String> next = base(start + "configs." + base);
            if (next.isEmpty()) {
                return found;
            }
            base = next.get();
        }
        return found;
    }

    private Optional<String> base(String of) {
        return settings.find(of + ".base-config").flatMap(SpringSettings::resolved);
    }

    private Set<String> values(String name, String key) {
        Set<String> values = new LinkedHashSet<>();
        find("retry", name, key)
                .map(Setting::value)
                .ifPresent(text -> values.addAll(List.of(text.split("\\s*,\\s*", -1))));
        for (int i = 0; find("retry", name, key + "[" + i + "]").isPresent(); i++) {
            find("retry", name, key + "[" + i + "]").map(Setting::value).ifPresent(values::add);
        }
        values.remove("");
        return values;
    }

    private Optional<Double> number(String part, String name, String key) {
        return find(part, name, key).flatMap(SpringSettings::resolved).flatMap(text -> {
            try {
                return Optional.of(Double.parseDouble(text));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        });
    }

    private Optional<Duration> span(String part, String name, String key) {
        return find(part, name, key).flatMap(SpringSettings::resolved).flatMap(SpringSettings::span);
    }

    /** Whether a switch is on; empty if a placeholder without a default decides. */
    private Optional<Boolean> truth(String name, String key) {
        Optional<Setting> setting = find("retry", name, key);
        return setting.isEmpty()
                ? Optional.of(false)
                : setting.flatMap(SpringSettings::resolved).flatMap(SpringSettings::truthOf);
    }
}
