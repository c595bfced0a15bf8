package dev.oncemore.retry;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot of an engine's state.
 *
 * @param breaker the mode of the circuit breaker; null without one
 * @param budgetRemaining how many retries the budget would grant now, or what they may cost together if the budget has
 *     costs; {@link Long#MAX_VALUE} without one
 * @param running attempts that hold a limiter permit; 0 without a limiter
 * @param queued calls that wait for a permit of the limiter or the rate limiter
 * @param hookFailures how often a listener, classifier or other hook threw
 */
public record RetryStatus(
        @Nullable BreakerMode breaker, long budgetRemaining, int running, int queued, long hookFailures) {

    static RetryStatus of(Core core) {
        BudgetMeter budget = core.guards.budget();
        CircuitBreaker breaker = core.guards.breaker();
        ConcurrencyLimiter gate = core.guards.gate();
        RatePermits rate = core.guards.rate();
        return new RetryStatus(
                breaker == null ? null : breaker.mode(),
                budget == null ? Long.MAX_VALUE : budget.remaining(core.time.nanoTime()),
                gate == null ? 0 : gate.inUse(),
                (gate == null ? 0 : gate.queued()) + (rate == null ? 0 : rate.queued()),
                core.hookFailures());
    }
}
