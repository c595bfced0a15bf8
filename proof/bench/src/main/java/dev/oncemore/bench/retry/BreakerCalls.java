package dev.oncemore.bench.retry;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.function.CheckedSupplier;
import dev.oncemore.retry.Call;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryBudget;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Calls that succeed, through retries and a circuit breaker that opens when half of the last 100 calls failed. Oncemore
 * counts them for its retry budget besides. Threads share all of it, as they do in a service.
 */
public class BreakerCalls {
    private static final int WINDOW = 100;

    /** Retry, breaker and budget. */
    @State(Scope.Benchmark)
    public static class Oncemore {
        final Work work = new Work.Succeeding();
        private final Call<Object, RuntimeException> call = work::run;
        private final Retry retry = Retry.of(Policies.oncemore(Scenario.SUCCESS)
                .budget(RetryBudget.standard())
                .breaker(Breaker.failureRate(0.5).overCalls(WINDOW))
                .build());
    }

    /** Oncemore. */
    @Benchmark
    public Object oncemore(Oncemore subject) {
        return subject.retry.call(subject.call);
    }

    /** Retry around the breaker, whose defaults are the window and the rate of this comparison. */
    @State(Scope.Benchmark)
    public static class Resilience4j {
        final Work work = new Work.Succeeding();
        private final Callable<Object> decorated = io.github.resilience4j.retry.Retry.decorateCallable(
                Policies.resilience4j(Scenario.SUCCESS),
                CircuitBreaker.decorateCallable(CircuitBreaker.ofDefaults("bench"), work::run));
    }

    /** Resilience4j. */
    @Benchmark
    public Object resilience4j(Resilience4j subject) throws Exception {
        return subject.decorated.call();
    }

    /** Retry around the breaker. */
    @State(Scope.Benchmark)
    public static class FailsafeSubject {
        final Work work = new Work.Succeeding();
        private final CheckedSupplier<Object> supplier = work::run;
        private final FailsafeExecutor<Object> executor = Failsafe.with(
                Policies.failsafe(Scenario.SUCCESS),
                dev.failsafe.CircuitBreaker.builder()
                        .withFailureThreshold(WINDOW / 2, WINDOW)
                        .build());
    }

    /** Failsafe. */
    @Benchmark
    public Object failsafe(FailsafeSubject subject) {
        return subject.executor.get(subject.supplier);
    }
}
