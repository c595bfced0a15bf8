package dev.oncemore.once.record;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;

/**
 * The number and delays of retries of store operations, shared by all layers that retry them. Only the outermost layer
 * retries: the engines of records and tasks do, with {@link dev.oncemore.retry.policy.Nesting#RETRY}, and a store that
 * knows of conflicts retries only if it is called without an engine.
 */
public final class StoreRetry {
    /** Attempts of one operation, including the first. */
    public static final int ATTEMPTS_MAX = 6;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private StoreRetry() {}

    /**
     * Starts a policy of this name. It has no time limits: an end must be recorded however late, an interrupted
     * statement can cost the connection, and the driver's and pool's timeouts bound each attempt.
     */
    public static RetryPolicy.Builder policy(String name) {
        return RetryPolicy.named(name)
                .maxAttempts(ATTEMPTS_MAX)
                .backoff(Backoff.exponential(FIRST_PAUSE).cap(LONGEST_PAUSE))
                .noAttemptTimeout()
                .noDeadline()
                .unlimitedBudget();
    }
}
