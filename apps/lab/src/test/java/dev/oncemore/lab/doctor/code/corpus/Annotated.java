package dev.oncemore.lab.doctor.code.corpus;

import dev.oncemore.lab.doctor.code.corpus.Parts.Bank;
import dev.oncemore.lab.doctor.code.corpus.Parts.Order;
import dev.oncemore.lab.doctor.code.corpus.Parts.Receipt;
import dev.oncemore.lab.doctor.code.corpus.Parts.TransientException;
import dev.oncemore.lab.doctor.rule.RetryRule;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.retry.annotation.Backoff;

/** Annotations of three libraries. */
class Annotated {
    private final Bank bank;

    Annotated(Bank bank) {
        this.bank = bank;
    }

    @Bad({RetryRule.RETRIES_EVERYTHING, RetryRule.NO_JITTER})
    @org.springframework.retry.annotation.Retryable
    public Receipt springRetryDefaults(Order order) throws IOException {
        return bank.charge(order);
    }

    @Bad({RetryRule.RETRIES_EVERYTHING})
    @org.springframework.retry.annotation.Retryable(
            retryFor = Exception.class,
            backoff = @Backoff(delay = 200, multiplier = 2, maxDelay = 2000, random = true))
    public Receipt springRetryOfException(Order order) throws IOException {
        return bank.charge(order);
    }

    @Bad({RetryRule.NO_JITTER})
    @org.springframework.retry.annotation.Retryable(
            retryFor = TransientException.class,
            maxAttempts = 4,
            backoff = @Backoff(delay = 200, multiplier = 2, maxDelay = 2000))
    public Receipt springRetryInStep(Order order) throws IOException {
        return bank.charge(order);
    }

    @org.springframework.retry.annotation.Retryable(
            retryFor = TransientException.class,
            backoff = @Backoff(delay = 200, multiplier = 2, maxDelay = 2000, random = true))
    public Receipt springRetryDoneWell(Order order) throws IOException {
        return bank.charge(order);
    }

    @org.springframework.retry.annotation.Retryable(
            noRetryFor = IllegalArgumentException.class,
            backoff = @Backoff(delay = 100, maxDelay = 500))
    public Receipt springRetryBetweenTwoDelays(Order order) throws IOException {
        return bank.charge(order);
    }

    @org.springframework.retry.annotation.Retryable(interceptor = "orders")
    public Receipt springRetryOfAnInterceptor(Order order) throws IOException {
        return bank.charge(order);
    }

    @org.springframework.retry.annotation.Retryable(maxAttempts = 1)
    public Receipt springRetryWithoutRetries(Order order) throws IOException {
        return bank.charge(order);
    }

    @Bad({RetryRule.RETRIES_EVERYTHING, RetryRule.NO_JITTER})
    @Retryable
    public Receipt springDefaults(Order order) throws IOException {
        return bank.charge(order);
    }

    @Bad({RetryRule.NO_JITTER})
    @Retryable(includes = TransientException.class, maxRetries = 4, delay = 200, multiplier = 2, maxDelay = 2000)
    public Receipt springInStep(Order order) throws IOException {
        return bank.charge(order);
    }

    @Bad({RetryRule.RETRIES_EVERYTHING})
    @Retryable(maxRetries = 4, delay = 200, jitter = 100, multiplier = 2, maxDelay = 2000)
    public Receipt springOfEverything(Order order) throws IOException {
        return bank.charge(order);
    }

    @Retryable(includes = TransientException.class, delay = 200, jitter = 100, multiplier = 2, maxDelay = 2000)
    public Receipt springDoneWell(Order order) throws IOException {
        return bank.charge(order);
    }

    @Retryable(includes = TransientException.class, delayString = "${delay}", jitterString = "${jitter}")
    public Receipt springOfPlaceholders(Order order) throws IOException {
        return bank.charge(order);
    }

    /** Its settings are in the configuration. */
    @Retry(name = "bank")
    public Receipt resilience4j(Order order) throws IOException {
        return bank.charge(order);
    }

    @Bad({RetryRule.NESTED_RETRIES})
    @Retry(name = "bank")
    @Retryable(includes = TransientException.class, jitter = 100)
    public Receipt twice(Order order) throws IOException {
        return bank.charge(order);
    }
}
