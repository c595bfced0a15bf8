package dev.oncemore.retry;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a call that failed for good.
 *
 * @param policy the policy's name
 * @param operation the operation that labels the call; {@link Retry#DEFAULT_OPERATION} without one
 * @param reason why it was not attempted again
 * @param attempts how many attempts ran
 * @param maxAttempts how many were allowed
 * @param elapsed the time since the start of the call; since its first failure if the policy needs no clock
 * @param classification the classification of the last failure; null if no attempt ran
 * @param failure the exception of the last attempt; null if it returned an unwanted value or none ran
 * @param result the unwanted value of the last attempt, if any
 * @param earlier exceptions of earlier attempts, oldest first, at most sixteen
 * @param delay the delay not taken: before the next attempt, until the breaker admits a probe, or until the rate
 *     limiter has a permit; null if none, or if it is unknown
 * @param left the time that was left until the deadline; null without one
 * @param mayHaveHappened whether the call is in doubt: any attempt, not only the last, may have taken effect, because
 *     its outcome was unknown or it was still running when the call ended, and no response has settled that since
 */
public record GaveUp(
        String policy,
        String operation,
        StopReason reason,
        int attempts,
        int maxAttempts,
        Duration elapsed,
        @Nullable Classification classification,
        @Nullable Throwable failure,
        @Nullable Object result,
        List<Throwable> earlier,
        @Nullable Duration delay,
        @Nullable Duration left,
        boolean mayHaveHappened) {

    /** One sentence with the facts needed to act. */
    public String message() {
        StringBuilder text = new StringBuilder(policy);
        if (!operation.equals(Retry.DEFAULT_OPERATION)) {
            text.append('/').append(operation);
        }
        text.append(": gave up ");
        if (attempts == 0) {
            text.append("before the first attempt");
        } else {
            text.append("after ").append(attempts).append(" of ").append(maxAttempts);
            text.append(maxAttempts == 1 ? " attempt in " : " attempts in ");
            text.append(Durations.approximate(elapsed.toNanos()));
        }
        text.append(": ").append(why());
        if (classification != null) {
            text.append("; last failure: ").append(classification);
        }
        if (mayHaveHappened && (classification == null || !classification.needsIdempotency())) {
            text.append(doubtIsOlder() ? "; an earlier attempt may have taken effect" : "; it may have taken effect");
        }
        return text.toString();
    }

    /**
     * Whether a fallback may answer instead: the dependency was not available, and the call had no effect. False for a
     * rejection, a bug, an interrupt, a failure inside a transaction, and a call in doubt.
     */
    public boolean allowsFallback() {
        return !mayHaveHappened
                && switch (reason) {
                    case ATTEMPTS, DEADLINE, BUDGET, BREAKER, LIMITER, RATE_LIMITER, NESTED, HINT, UNSCHEDULED -> true;
                    case NOT_RETRYABLE, UNKNOWN_OUTCOME, TRANSACTION, INTERRUPTED, CANCELLED -> false;
                };
    }

    private boolean doubtIsOlder() {
        boolean endedUnderWay = reason == StopReason.INTERRUPTED || reason == StopReason.CANCELLED;
        return classification != null && classification.doubt() != Doubt.RAISES && !endedUnderWay;
    }

    private String why() {
        return switch (reason) {
            case ATTEMPTS -> "no attempts are left";
            case DEADLINE ->
                delay == null
                        ? "the deadline has passed"
                        : "the next delay (" + about(delay) + ") does not fit the deadline (" + about(left) + " left)";
            case BUDGET -> "the retry budget of this dependency is used up";
            case BREAKER ->
                delay == null
                        ? "the circuit breaker was opened by hand and stays open until it is closed"
                        : "the circuit breaker is open (lets a probe in after " + about(delay) + ")";
            case LIMITER -> "no place in the limiter came free in time";
            case RATE_LIMITER -> "the rate limit is reached (the next call may start in " + about(delay) + ")";
            case NOT_RETRYABLE -> "trying again cannot help";
            case UNKNOWN_OUTCOME ->
                "it may have happened, and the call declares neither a key nor that it is idempotent"
                        + " (pass Safety.keyed(…) or Safety.idempotent() if that is so)";
            case NESTED -> "an engine further out owns the retries (set nested(RETRY) to retry here all the same)";
            case TRANSACTION ->
                "a database transaction is open; retry the whole transaction instead of a call inside it";
            case HINT -> "the other side asks to wait " + about(delay) + ", longer than the policy's longest hint";
            case INTERRUPTED -> "the thread was interrupted";
            case CANCELLED -> "the caller cancelled it";
            case UNSCHEDULED -> "the timer or the executor refused the next attempt";
        };
    }

    private static String about(@Nullable Duration span) {
        return span == null ? "?" : Durations.approximate(Math.max(0, Durations.saturatedNanos(span)));
    }
}
