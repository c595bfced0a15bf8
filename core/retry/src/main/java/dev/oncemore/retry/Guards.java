package dev.oncemore.retry;

import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Time;
import org.jspecify.annotations.Nullable;

/**
 * The state of one dependency that all calls to it share: budget, breaker, limiters and latencies. Null where the policy
 * has none.
 */
record Guards(
        @Nullable BudgetMeter budget,
        @Nullable CircuitBreaker breaker,
        @Nullable ConcurrencyLimiter gate,
        @Nullable RatePermits rate,
        @Nullable LatencyPercentile latency) {

    static Guards of(RetryPolicy policy, Time time, BreakerListener onBreakerChange) {
        return new Guards(
                policy.budget()
                        .map(budget -> new BudgetMeter(budget, time.nanoTime()))
                        .orElse(null),
                policy.breaker()
                        .map(breaker -> new CircuitBreaker(breaker, time, onBreakerChange))
                        .orElse(null),
                policy.limiter().map(ConcurrencyLimiter::new).orElse(null),
                policy.rateLimiter()
                        .map(limiter -> new RatePermits(limiter, time.nanoTime()))
                        .orElse(null),
                policy.hedge().map(hedge -> new LatencyPercentile()).orElse(null));
    }
}
