package dev.oncemore.lab.doctor.code.corpus;

import dev.failsafe.CircuitBreaker;
import dev.failsafe.RetryPolicy;
import dev.oncemore.lab.doctor.rule.RetryRule;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.retry.support.RetryTemplate;
import org.springframework.util.backoff.BackOff;

/** Settings that are built in code. */
final class Builders {
    private Builders() {}

    @Bad({RetryRule.NO_JITTER, RetryRule.RETRIES_EVERYTHING})
    static RetryConfig resilience4jFixed() {
        return RetryConfig.custom()
                .maxAttempts(4)
                .waitDuration(Duration.ofMillis(200))
                .build();
    }

    @Bad({RetryRule.NO_JITTER})
    static RetryConfig resilience4jExponentialInStep() {
        return RetryConfig.custom()
                .intervalFunction(IntervalFunction.ofExponentialBackoff(100, 2))
                .retryExceptions(IOException.class)
                .build();
    }

    @Bad({RetryRule.RETRIES_EVERYTHING})
    static RetryConfig resilience4jOfException() {
        return RetryConfig.custom()
                .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(100, 2))
                .retryExceptions(Exception.class)
                .build();
    }

    static RetryConfig resilience4jDoneWell() {
        return RetryConfig.custom()
                .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(100, 2, 0.5, 5_000))
                .retryExceptions(IOException.class)
                .build();
    }

    /** A breaker counts every failure; the retries name theirs. */
    static RetryConfig resilience4jNextToABreaker(List<CircuitBreaker<Object>> breakers) {
        breakers.add(CircuitBreaker.builder().handle(Exception.class).build());
        return RetryConfig.custom()
                .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(100, 2, 0.5, 5_000))
                .retryExceptions(IOException.class)
                .build();
    }

    static RetryConfig resilience4jWithoutRetries() {
        return RetryConfig.custom().maxAttempts(1).build();
    }

    static RetryConfig resilience4jWithARandomFunction() {
        return RetryConfig.custom()
                .intervalFunction(IntervalFunction.of(
                        100, delay -> delay + ThreadLocalRandom.current().nextLong(100)))
                .retryExceptions(IOException.class)
                .build();
    }

    static RetryConfig resilience4jWithAnIntervalFromElsewhere(IntervalFunction interval) {
        return RetryConfig.custom()
                .intervalFunction(interval)
                .retryOnException(failure -> failure instanceof IOException)
                .build();
    }

    @Bad({RetryRule.NO_JITTER, RetryRule.RETRIES_EVERYTHING})
    static RetryPolicy<Object> failsafeInStep() {
        return RetryPolicy.builder()
                .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(2))
                .withMaxAttempts(4)
                .build();
    }

    @Bad({RetryRule.UNBOUNDED_RETRY})
    static RetryPolicy<Object> failsafeForEver() {
        return RetryPolicy.builder()
                .handle(IOException.class)
                .withDelay(Duration.ofMillis(100))
                .withJitter(0.5)
                .withMaxRetries(-1)
                .build();
    }

    static RetryPolicy<Object> failsafeForAMinute() {
        return RetryPolicy.builder()
                .handle(IOException.class)
                .withDelay(Duration.ofMillis(100), Duration.ofMillis(300))
                .withMaxRetries(-1)
                .withMaxDuration(Duration.ofMinutes(1))
                .build();
    }

    static RetryPolicy<Object> failsafeDoneWell() {
        return RetryPolicy.builder()
                .handle(IOException.class)
                .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(2))
                .withJitter(0.5)
                .build();
    }

    @Bad({RetryRule.NO_JITTER, RetryRule.RETRIES_EVERYTHING})
    static org.springframework.core.retry.RetryPolicy springInStep() {
        return org.springframework.core.retry.RetryPolicy.builder()
                .maxRetries(3)
                .delay(Duration.ofMillis(100))
                .multiplier(2)
                .build();
    }

    /** Only its delays are used, by something that reconnects. */
    static BackOff springBackOff() {
        return org.springframework.core.retry.RetryPolicy.builder()
                .delay(Duration.ofMillis(100))
                .build()
                .getBackOff();
    }

    static org.springframework.core.retry.RetryPolicy springDoneWell() {
        return org.springframework.core.retry.RetryPolicy.builder()
                .includes(IOException.class)
                .delay(Duration.ofMillis(100))
                .jitter(Duration.ofMillis(50))
                .multiplier(2)
                .build();
    }

    @Bad({RetryRule.NO_JITTER, RetryRule.RETRIES_EVERYTHING})
    static RetryTemplate springRetryFixed() {
        return RetryTemplate.builder().maxAttempts(3).fixedBackoff(500).build();
    }

    @Bad({RetryRule.UNBOUNDED_RETRY})
    static RetryTemplate springRetryForEver() {
        return RetryTemplate.builder()
                .infiniteRetry()
                .uniformRandomBackoff(100, 500)
                .retryOn(IOException.class)
                .build();
    }

    static RetryTemplate springRetryDoneWell() {
        return RetryTemplate.builder()
                .maxAttempts(3)
                .exponentialBackoff(100, 2, 2_000, true)
                .retryOn(IOException.class)
                .build();
    }
}
