package dev.oncemore.retry.policy;

import java.time.Duration;

/** The predefined policies, by name. */
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
                        .backoff(Backoff.exponential(Duration.ofMillis(300)).additiveJitter(Duration.ofMillis(199)));
            case "pipeline" ->
                RetryPolicy.named(name)
                        .maxAttempts(3)
                        .backoff(Backoff.exponential(Duration.ofSeconds(1)).additiveJitter(Duration.ofMillis(500)))
                        .breaker(Breaker.failures(5).coolDown(Duration.ofSeconds(30)));
            case "longJob" ->
                RetryPolicy.named(name)
                        .maxAttempts(5)
                        .backoff(Backoff.exponential(Duration.ofSeconds(1))
                                .cap(Duration.ofSeconds(60))
                                .plusMinusJitter(Duration.ofSeconds(30)));
            default ->
                throw new IllegalArgumentException(
                        "there is no preset '" + name + "'; the presets are api, documents, pipeline and longJob");
        };
    }
}
