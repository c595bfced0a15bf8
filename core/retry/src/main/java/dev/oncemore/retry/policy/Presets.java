package dev.oncemore.retry.policy;

import java.time.Duration;

/**
 * The predefined policies, by name. Deadlines, and the attempt timeouts of {@code api} and {@code aws-2026}, are the
 * defaults: 5 s and 30 s, or six attempt timeouts.
 */
final class Presets {
    private Presets() {}

    static RetryPolicy.Builder builder(String name) {
        return switch (name) {
            case "api" ->
                RetryPolicy.named(name)
                        .maxAttempts(5)
                        .backoff(Backoff.exponential(Duration.ofMillis(100))
                                .cap(Duration.ofSeconds(30))
                                .fullJitter());
            case "documents" ->
                RetryPolicy.named(name)
                        .maxAttempts(6)
                        .backoff(Backoff.exponential(Duration.ofMillis(300)).additiveJitter(Duration.ofMillis(199)))
                        .attemptTimeout(Duration.ofSeconds(30));
            case "pipeline" -> pipeline(name, 3);
            case "three-retries" -> pipeline(name, 4);
            case "long-job" ->
                RetryPolicy.named(name)
                        .maxAttempts(5)
                        .backoff(Backoff.exponential(Duration.ofSeconds(1))
                                .cap(Duration.ofSeconds(60))
                                .plusMinusJitter(Duration.ofSeconds(30)))
                        .attemptTimeout(Duration.ofMinutes(10));
            case "aws-2026" -> aws(name);
            default ->
                throw new IllegalArgumentException("there is no preset '" + name
                        + "'; the presets are api, documents, pipeline, three-retries, long-job and aws-2026");
        };
    }

    private static RetryPolicy.Builder pipeline(String name, int attempts) {
        return RetryPolicy.named(name)
                .maxAttempts(attempts)
                .backoff(Backoff.exponential(Duration.ofSeconds(1)).additiveJitter(Duration.ofMillis(500)))
                .breaker(Breaker.failures(5).coolDown(Duration.ofSeconds(30)))
                .attemptTimeout(Duration.ofSeconds(30));
    }

    /**
     * The numbers of the AWS SDKs' standard mode from 2026 on. Their quota is a bucket of 500 to which a success adds 1;
     * here a window of a minute has 500, or 1 for each of its calls.
     */
    private static RetryPolicy.Builder aws(String name) {
        return RetryPolicy.named(name)
                .maxAttempts(3)
                .backoff(Backoff.exponential(Duration.ofMillis(50))
                        .cap(Duration.ofSeconds(20))
                        .fullJitter()
                        .base(FailureKind.THROTTLED, Duration.ofSeconds(1)))
                .budget(RetryBudget.ratio(1)
                        .floor(500)
                        .window(Duration.ofMinutes(1))
                        .cost(FailureKind.TRANSIENT, 14)
                        .cost(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, 14)
                        .cost(FailureKind.THROTTLED, 5));
    }
}
