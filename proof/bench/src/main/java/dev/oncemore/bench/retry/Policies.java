package dev.oncemore.bench.retry;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.RetryConfig;

/** The same policy for each subject: a number of attempts, and delays that double or none. */
final class Policies {
    private static final String NAME = "bench";

    private Policies() {}

    /** Without a budget and time limits, which no peer has by default. */
    static RetryPolicy.Builder oncemore(Scenario scenario) {
        Backoff backoff = scenario.waits()
                ? Backoff.exponential(scenario.delay())
                        .factor(Scenario.FACTOR)
                        .cap(Scenario.LONGEST)
                        .noJitter()
                : Backoff.none();
        return RetryPolicy.named(NAME)
                .maxAttempts(Scenario.ATTEMPTS)
                .backoff(backoff)
                .noAttemptTimeout()
                .noDeadline()
                .unlimitedBudget();
    }

    static io.github.resilience4j.retry.Retry resilience4j(Scenario scenario) {
        RetryConfig.Builder<Object> config = RetryConfig.custom().maxAttempts(Scenario.ATTEMPTS);
        RetryConfig.Builder<Object> delayed = scenario.waits()
                ? config.intervalFunction(
                        IntervalFunction.ofExponentialBackoff(scenario.delay(), Scenario.FACTOR, Scenario.LONGEST))
                : config.waitDuration(scenario.delay());
        return io.github.resilience4j.retry.Retry.of(NAME, delayed.build());
    }

    static dev.failsafe.RetryPolicy<Object> failsafe(Scenario scenario) {
        dev.failsafe.RetryPolicyBuilder<Object> policy =
                dev.failsafe.RetryPolicy.builder().withMaxAttempts(Scenario.ATTEMPTS);
        return scenario.waits()
                ? policy.withBackoff(scenario.delay(), Scenario.LONGEST, Scenario.FACTOR)
                        .build()
                : policy.build();
    }

    static org.springframework.core.retry.RetryTemplate spring7(Scenario scenario) {
        org.springframework.core.retry.RetryPolicy.Builder policy = org.springframework.core.retry.RetryPolicy.builder()
                .maxRetries(Scenario.ATTEMPTS - 1)
                .delay(scenario.delay());
        return new org.springframework.core.retry.RetryTemplate(
                scenario.waits()
                        ? policy.multiplier(Scenario.FACTOR)
                                .maxDelay(Scenario.LONGEST)
                                .build()
                        : policy.build());
    }

    static org.springframework.retry.support.RetryTemplate springRetry(Scenario scenario) {
        org.springframework.retry.support.RetryTemplateBuilder template =
                org.springframework.retry.support.RetryTemplate.builder().maxAttempts(Scenario.ATTEMPTS);
        return scenario.waits()
                ? template.exponentialBackoff(scenario.delay(), Scenario.FACTOR, Scenario.LONGEST)
                        .build()
                : template.noBackoff().build();
    }
}
