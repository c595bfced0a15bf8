package dev.oncemore.http.client;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.time.Durations;
import java.io.IOException;
import java.time.Duration;

/** A request that was not sent, because the rate limit of the server is used up. */
final class RateLimitedException extends IOException implements Classified {
    private static final long serialVersionUID = 1L;

    private final Duration wait;

    RateLimitedException(String host, Duration wait) {
        super("not sent: the rate limit of " + host + " is used up for another "
                + Durations.approximate(wait.toNanos()));
        this.wait = wait;
    }

    @Override
    public Classification classification() {
        return Classification.throttled(String.valueOf(getMessage())).notBefore(wait);
    }
}
