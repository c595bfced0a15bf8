package dev.oncemore.retry.policy;

import dev.oncemore.time.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Refuses time spans of a policy that could never take effect, because a shorter limit always comes first.
 *
 * @param policy the policy's name, for messages
 * @param attemptTimeout the limit of an attempt; null without one
 * @param deadline the limit of a call; null without one
 */
record SpanOrder(
        String policy,
        @Nullable Duration attemptTimeout,
        @Nullable Duration deadline) {

    void refuseOverDeadline(String inner, @Nullable Duration span) {
        if (span != null && deadline != null && span.compareTo(deadline) > 0) {
            refuseFrom(inner, span, "deadline", deadline);
        }
    }

    void refuseFromAnyLimit(String inner, @Nullable Duration span) {
        refuseFrom(inner, span, "attemptTimeout", attemptTimeout);
        refuseFrom(inner, span, "deadline", deadline);
    }

    private void refuseFrom(String inner, @Nullable Duration span, String outer, @Nullable Duration limit) {
        if (span != null && limit != null && span.compareTo(limit) >= 0) {
            throw new IllegalArgumentException("policy '" + policy + "': " + inner + " (" + Durations.format(span)
                    + ") is not shorter than the " + outer + " (" + Durations.format(limit)
                    + "), so it could never take effect");
        }
    }
}
