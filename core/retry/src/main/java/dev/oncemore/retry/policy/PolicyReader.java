package dev.oncemore.retry.policy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds a policy from plain settings, in the order in which {@link PolicyWriter} writes them. */
final class PolicyReader {
    private PolicyReader() {}

    static RetryPolicy read(String name, Map<String, ?> map) {
        Settings settings = Settings.of(name, map);
        String preset = settings.text("preset");
        RetryPolicy.Builder builder = preset == null
                ? RetryPolicy.named(name)
                : new RetryPolicy.Builder(name, settings.checked("preset", () -> RetryPolicy.preset(preset)));
        settings.ifWhole("max-attempts", builder::maxAttempts);
        settings.ifSection("backoff", section -> builder.backoff(backoff(section)));
        readLimit(settings, PolicyWriter.ATTEMPT_TIMEOUT, builder::attemptTimeout, builder::noAttemptTimeout);
        readLimit(settings, PolicyWriter.DEADLINE, builder::deadline, builder::noDeadline);
        settings.ifSpan("longest-hint", builder::longestHint);
        if ("unlimited".equals(settings.peek("budget"))) {
            settings.text("budget");
            builder.unlimitedBudget();
        }
        settings.ifSection("budget", section -> builder.budget(budget(section)));
        settings.ifSection("breaker", section -> builder.breaker(breaker(section)));
        settings.ifSection("limiter", section -> builder.limiter(limiter(section)));
        settings.ifSection("rate-limiter", section -> builder.rateLimiter(rateLimiter(section)));
        settings.ifSection("hedge", section -> builder.hedge(hedge(section)));
        Nesting nested = settings.constant("nested", Nesting.values());
        if (nested != null) {
            builder.nested(nested);
        }
        settings.ifSection("classify", section -> classify(section, builder));
        settings.refuseUnknown();
        return builder.build();
    }

    private static void readLimit(Settings settings, String key, Consumer<Duration> setter, Runnable none) {
        if (PolicyWriter.NONE.equals(settings.peek(key))) {
            settings.text(key);
            none.run();
        }
        settings.ifSpan(key, setter);
    }

    private static Backoff backoff(Settings section) {
        Duration base = section.requiredSpan("base");
        Backoff backoff = section.checked("base", () -> Backoff.exponential(base));
        Double factor = section.number("factor");
        Duration cap = section.span("cap");
        String jitter = section.text("jitter");
        if (factor != null) {
            backoff = section.checked("factor", backoff, old -> old.factor(factor));
        }
        if (cap != null) {
            backoff = section.checked("cap", backoff, old -> old.cap(cap));
        }
        Backoff[] read = {jitter == null ? backoff : backoff.jitter(jitter(section, jitter))};
        section.ifSection("bases", bases -> {
            for (FailureKind kind : FailureKind.values()) {
                Duration other = bases.span(PolicyWriter.written(kind));
                if (other != null) {
                    read[0] = bases.checked(PolicyWriter.written(kind), read[0], old -> old.base(kind, other));
                }
            }
        });
        return read[0];
    }

    private static Jitter jitter(Settings section, String text) {
        String[] words = text.trim().split("\\s+", 2);
        Jitter.Kind kind = section.constant("jitter", words[0], Jitter.Kind.values());
        if (!kind.hasSpread() && words.length == 1) {
            return Jitter.of(kind);
        }
        if (words.length == 1) {
            throw section.wrong("jitter", text, "write how much, for example '" + kind.written() + " 200ms'");
        }
        return section.checked("jitter", () -> new Jitter(kind, section.parsedSpan("jitter", words[1])));
    }

    private static RetryBudget budget(Settings section) {
        Double ratio = section.number("ratio");
        Integer floor = section.whole("floor");
        Duration window = section.span("window");
        RetryBudget budget = RetryBudget.standard();
        if (ratio != null) {
            budget = section.checked("ratio", () -> RetryBudget.ratio(ratio));
        }
        if (floor != null) {
            budget = section.checked("floor", budget, old -> old.floor(floor));
        }
        RetryBudget[] read = {window == null ? budget : section.checked("window", budget, old -> old.window(window))};
        section.ifSection("costs", costs -> {
            for (FailureKind kind : FailureKind.values()) {
                Integer cost = costs.whole(PolicyWriter.written(kind));
                if (cost != null) {
                    read[0] = costs.checked(PolicyWriter.written(kind), read[0], old -> old.cost(kind, cost));
                }
            }
        });
        return read[0];
    }

    private static Breaker breaker(Settings section) {
        Integer failures = section.whole("failures");
        Double rate = section.number("failure-rate");
        if ((failures == null) == (rate == null)) {
            throw section.wrong("failures", null, "set either failures (in a row) or failure-rate");
        }
        Breaker breaker = section.checked(
                failures != null ? "failures" : "failure-rate",
                () -> failures != null ? Breaker.failures(failures) : Breaker.failureRate(nonNull(rate)));
        breaker = rates(section, breaker);
        Duration coolDown = section.span("cool-down");
        Integer probes = section.whole("probes");
        if (coolDown != null) {
            breaker = section.checked("cool-down", breaker, old -> old.coolDown(coolDown));
        }
        return probes == null ? breaker : section.checked("probes", breaker, old -> old.probes(probes));
    }

    private static Breaker rates(Settings section, Breaker breaker) {
        Double slowRate = section.number("slow-rate");
        Duration slowerThan = section.span("slower-than");
        Integer calls = section.whole("calls");
        Duration period = section.span("period");
        Integer minimum = section.whole("minimum-calls");
        if ((slowRate == null) != (slowerThan == null)) {
            throw section.wrong("slow-rate", slowRate, "slow-rate and slower-than go together");
        }
        if (calls != null && period != null) {
            throw section.wrong("calls", calls, "set either calls or period, not both");
        }
        Breaker read = breaker;
        if (slowRate != null && slowerThan != null) {
            read = section.checked("slow-rate", read, old -> old.slowRate(slowRate, slowerThan));
        }
        if (calls != null) {
            read = section.checked("calls", read, old -> old.overCalls(calls));
        }
        if (period != null) {
            read = section.checked("period", read, old -> old.over(period));
        }
        return minimum == null ? read : section.checked("minimum-calls", read, old -> old.minimumCalls(minimum));
    }

    private static Limiter limiter(Settings section) {
        int concurrency = section.requiredWhole("concurrency");
        Duration queueTimeout = section.span("queue-timeout");
        Integer queueSize = section.whole("queue-size");
        Limiter limiter = section.checked("concurrency", () -> Limiter.concurrency(concurrency));
        if (queueTimeout != null) {
            limiter = section.checked("queue-timeout", limiter, old -> old.queueTimeout(queueTimeout));
        }
        return queueSize == null ? limiter : section.checked("queue-size", limiter, old -> old.queueSize(queueSize));
    }

    private static RateLimiter rateLimiter(Settings section) {
        int calls = section.requiredWhole("calls");
        Duration period = section.requiredSpan("period");
        Duration queueTimeout = section.span("queue-timeout");
        Integer queueSize = section.whole("queue-size");
        RateLimiter limiter = section.checked("calls", () -> RateLimiter.calls(calls, Duration.ofSeconds(1)));
        limiter = section.checked("period", limiter, old -> RateLimiter.calls(calls, period));
        if (queueTimeout != null) {
            limiter = section.checked("queue-timeout", limiter, old -> old.queueTimeout(queueTimeout));
        }
        return queueSize == null ? limiter : section.checked("queue-size", limiter, old -> old.queueSize(queueSize));
    }

    private static Hedge hedge(Settings section) {
        Hedge hedge = "p95".equals(section.peek("after"))
                ? Hedge.afterP95()
                : section.checked("after", () -> Hedge.after(section.requiredSpan("after")));
        section.text("after");
        Integer warmUp = section.whole("warm-up");
        return warmUp == null ? hedge : section.checked("warm-up", hedge, old -> old.warmUp(warmUp));
    }

    private static void classify(Settings section, RetryPolicy.Builder builder) {
        for (FailureKind kind : FailureKind.values()) {
            List<String> names = section.texts(PolicyWriter.written(kind));
            for (String className : names) {
                builder.classifier(section.checked(
                        PolicyWriter.written(kind), () -> builder.classifier().on(className, kind)));
            }
        }
    }

    private static <T> T nonNull(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("checked before");
        }
        return value;
    }
}
