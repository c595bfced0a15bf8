package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The attempt timeout and the deadline of a policy. Each is set, or switched off by name, or has a default that fits
 * the other one.
 */
record TimeLimits(Limit attempt, Limit total) {
    static final TimeLimits DEFAULT = new TimeLimits(Limit.DEFAULT, Limit.DEFAULT);

    private static final Duration ATTEMPT = Duration.ofSeconds(5);
    private static final Duration TOTAL = Duration.ofSeconds(30);
    /** The default deadline in attempt timeouts. */
    private static final int ATTEMPTS_IN_TOTAL = 6;

    TimeLimits withAttempt(@Nullable Duration span) {
        return new TimeLimits(new Limit(true, span), total);
    }

    TimeLimits withTotal(@Nullable Duration span) {
        return new TimeLimits(attempt, new Limit(true, span));
    }

    /** Both as they are set; what nobody set is none. */
    TimeLimits withoutDefaults() {
        return new TimeLimits(new Limit(true, attempt.span), new Limit(true, total.span));
    }

    /** The limit of an attempt, by default 5 s or the deadline if that is shorter; null if there is none. */
    @Nullable
    Duration attemptTimeout() {
        if (attempt.isSet) {
            return attempt.span;
        }
        return total.span != null && total.span.compareTo(ATTEMPT) < 0 ? total.span : ATTEMPT;
    }

    /** The limit of the call, by default 30 s or six attempt timeouts if that is longer; null if there is none. */
    @Nullable
    Duration deadline() {
        if (total.isSet) {
            return total.span;
        }
        if (attempt.span == null || attempt.span.multipliedBy(ATTEMPTS_IN_TOTAL).compareTo(TOTAL) <= 0) {
            return TOTAL;
        }
        Duration six = attempt.span.multipliedBy(ATTEMPTS_IN_TOTAL);
        return six.compareTo(Bounds.LONGEST) > 0 ? Bounds.LONGEST : six;
    }

    /** One limit: set to a span, set to none (a null span), or not set. */
    record Limit(boolean isSet, @Nullable Duration span) {
        static final Limit DEFAULT = new Limit(false, null);
    }
}
