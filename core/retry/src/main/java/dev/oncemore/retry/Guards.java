package dev.oncemore.retry;

import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Time;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of one dependency that all calls to it share: budget, breaker, limiter and latencies. Null where the policy
 * has none.
 */
record Guards(
        @Nullable BudgetMeter budget,
        @Nullable CircuitBreaker breaker,
        @Nullable ConcurrencyLimiter gate,
        @Nullable LatencyPercentile latency) {

    static Guards of(RetryPolicy policy, Time time, BiConsumer<BreakerMode, BreakerMode> onBreakerChange) {
        return new Guards(
                policy.budget()
                        .map(budget -> new BudgetMeter(budget, time.nanoTime()))
                        .orElse(null),
                policy.breaker()
                        .map(breaker -> new CircuitBreaker(breaker, time, onBreakerChange))
                        .orElse(null),
                policy.limiter().map(ConcurrencyLimiter::new).orElse(null),
                policy.hedge().map(hedge -> new LatencyPercentile()).orElse(null));
    }
}
