package dev.oncemore.examples.snippets.migrate;

import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;

final class Resilience4jBefore {
    private Resilience4jBefore() {}

    static String charge(LossyBank bank) throws Exception {
        // snippet: before
        Retry retry = Retry.of(
                "bank",
                RetryConfig.custom()
                        .maxAttempts(3)
                        .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(Duration.ofMillis(100), 2))
                        .retryExceptions(IOException.class)
                        .build());
        String number = retry.executeCallable(() -> bank.charge("inv-001"));
        // end
        return number;
    }
}
