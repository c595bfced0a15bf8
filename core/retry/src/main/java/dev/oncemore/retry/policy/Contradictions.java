package dev.oncemore.retry.policy;

import dev.oncemore.time.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Refuses names that cannot be shown, and settings of which one keeps the other from ever taking effect. */
final class Contradictions {
    private static final int NAME_LENGTH_MAX = 100;

    private Contradictions() {}

    static String requireName(String name) {
        if (name.isBlank() || name.length() > NAME_LENGTH_MAX || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a policy's name must have 1 to " + NAME_LENGTH_MAX
                    + " printable characters, but is '" + name + "'");
        }
        return name;
    }

    static void refuse(
            String policy,
            TimeLimits limits,
            @Nullable Limiter limiter,
            @Nullable RateLimiter rateLimiter,
            @Nullable Hedge hedge) {
        Duration attempt = limits.attemptTimeout();
        Duration total = limits.deadline();
        String ofAttempt = limits.attempt().isSet() ? "" : " by default";
        String ofTotal = limits.total().isSet() ? "" : " by default";
        Duration queued = limiter == null ? null : limiter.queueTimeout();
        Duration paced = rateLimiter == null ? null : rateLimiter.queueTimeout();
        Duration hedged = hedge == null ? null : hedge.after();
        if (isLonger(attempt, total)) {
            throw refusal(policy, "attemptTimeout", attempt, "deadline", total, ofTotal);
        }
        if (isLonger(queued, total)) {
            throw refusal(policy, "limiter queue timeout", queued, "deadline", total, ofTotal);
        }
        if (isLonger(paced, total)) {
            throw refusal(policy, "rate limiter queue timeout", paced, "deadline", total, ofTotal);
        }
        if (isLonger(hedged, attempt) || (hedged != null && hedged.equals(attempt))) {
            throw refusal(policy, "hedge after", hedged, "attemptTimeout", attempt, ofAttempt);
        }
        if (isLonger(hedged, total) || (hedged != null && hedged.equals(total))) {
            throw refusal(policy, "hedge after", hedged, "deadline", total, ofTotal);
        }
    }

    private static boolean isLonger(@Nullable Duration inner, @Nullable Duration outer) {
        return inner != null && outer != null && inner.compareTo(outer) > 0;
    }

    private static IllegalArgumentException refusal(
            String policy,
            String inner,
            @Nullable Duration innerSpan,
            String outer,
            @Nullable Duration outerSpan,
            String origin) {
        return new IllegalArgumentException("policy '" + policy + "': " + inner + " (" + text(innerSpan)
                + ") is not shorter than the " + outer + " (" + text(outerSpan) + origin
                + "), so it could never take effect");
    }

    private static String text(@Nullable Duration span) {
        return span == null ? "none" : Durations.format(span);
    }
}
