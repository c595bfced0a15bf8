package dev.oncemore.spring;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code oncemore}. A name that does not exist is refused at start, because a misspelt limit would otherwise
 * be no limit.
 *
 * @param schema what is done about the tables at start: apply, check or none
 * @param tablePrefix the start of the tables' names
 * @param policies the retry policies by name
 * @param once the settings of effects and their records
 * @param tasks the settings of tasks and their workers
 * @param http the settings of HTTP requests
 */
@ConfigurationProperties(prefix = "oncemore", ignoreUnknownFields = false)
public record OncemoreProperties(
        @DefaultValue("apply") Schema schema,
        @DefaultValue("oncemore_") String tablePrefix,
        @DefaultValue Map<String, Policy> policies,
        @DefaultValue OnceDefaults once,
        @DefaultValue TaskDefaults tasks,
        @DefaultValue Http http) {

    /** What is done about the tables at start. */
    public enum Schema {
        /** Creates missing tables, and applies the versions that they lack. */
        APPLY,
        /** Refuses to start if the tables are not those that this version needs; after Flyway, Liquibase or {@code schema.sql}. */
        CHECK,
        /** Nothing. */
        NONE
    }

    /**
     * Effects and their records.
     *
     * @param store where records are kept; in the database if there is one, otherwise in Redis
     * @param who the caller that records name, such as the name of the service; spring.application.name by default
     * @param retention how long outcomes are kept; 24 hours by default
     * @param lease how long the owner of an effect may be silent before another caller takes over; 30 seconds by default
     * @param waitAtMost how long a duplicate waits for the first call; 5 seconds by default
     */
    public record OnceDefaults(
            @Nullable Store store,
            @Nullable String who,
            @Nullable Duration retention,
            @Nullable Duration lease,
            @Nullable Duration waitAtMost) {}

    /** Where records are kept. */
    public enum Store {
        /** In the database of the application, where they can be part of its transactions. */
        JDBC,
        /** In Redis, for effects on other systems; it may forget acknowledged records in a failover. */
        REDIS
    }

    /**
     * Tasks and their workers.
     *
     * @param workers whether this node runs tasks; by default, if it has a method with HandlesTask or FiresAt
     * @param policy the name of the policy for handlers without their own
     * @param lease how long a claim lasts without a heartbeat; 30 seconds by default
     * @param pollInterval how often an idle node asks the database for tasks; 1 second by default
     * @param shutdownAtMost how long running handlers may take to end when the application stops; 30 seconds by default
     * @param queues the queues that this node serves, besides default
     */
    public record TaskDefaults(
            @Nullable Boolean workers,
            @Nullable String policy,
            @Nullable Duration lease,
            @Nullable Duration pollInterval,
            @Nullable Duration shutdownAtMost,
            @DefaultValue Map<String, Queue> queues) {}

    /**
     * How this node serves a queue.
     *
     * @param concurrency how many handlers run at once; 16 by default
     * @param prefetch how many more tasks are claimed in advance; 16 by default
     * @param ratePerSecond how many tasks are started per second at most; unlimited by default
     */
    public record Queue(
            @Nullable Integer concurrency,
            @Nullable Integer prefetch,
            @Nullable Double ratePerSecond) {}

    /**
     * HTTP requests.
     *
     * @param idempotency requests with an Idempotency-Key
     */
    public record Http(@DefaultValue Idempotency idempotency) {}

    /**
     * Requests with an {@code Idempotency-Key}.
     *
     * @param paths the paths whose requests are executed once per key, such as /payments/**; none by default
     * @param requireKey whether a request without a key is refused
     */
    public record Idempotency(
            @DefaultValue List<String> paths,
            @DefaultValue("false") boolean requireKey) {}

    /**
     * A retry policy. What is not set is that of the preset.
     *
     * @param preset the policy that this one starts from: api, documents, pipeline, three-retries, long-job or aws-2026
     * @param maxAttempts how often a call is attempted, with the first time
     * @param backoff the delays between attempts
     * @param attemptTimeout the time limit of one attempt, or none
     * @param deadline the time limit of the call with all its attempts, or none
     * @param longestHint the longest delay of a server's Retry-After that is waited for
     * @param budget the share of calls that may be retried, or unlimited
     * @param breaker the circuit breaker
     * @param limiter the limit of concurrent calls
     * @param rateLimiter the limit of calls per period
     * @param hedge the second copy of a slow call
     * @param nested what a call inside an attempt of another engine does
     * @param classify class names of exceptions by the kind of failure that they are
     */
    public record Policy(
            @Nullable String preset,
            @Nullable Integer maxAttempts,
            @Nullable Delays backoff,
            @Nullable String attemptTimeout,
            @Nullable String deadline,
            @Nullable String longestHint,
            @Nullable Budget budget,
            @Nullable CircuitBreaking breaker,
            @Nullable Concurrency limiter,
            @Nullable Rate rateLimiter,
            @Nullable Hedging hedge,
            @Nullable String nested,
            @DefaultValue Map<String, List<String>> classify) {}

    /**
     * The delays between attempts.
     *
     * @param base the first delay
     * @param factor the factor from one delay to the next
     * @param cap the longest delay
     * @param jitter the spread: none, full, equal, decorrelated, or "additive 200ms", "plus-minus 200ms"
     * @param bases first delays by kind of failure
     */
    public record Delays(
            @Nullable String base,
            @Nullable Double factor,
            @Nullable String cap,
            @Nullable String jitter,
            @DefaultValue Map<String, String> bases) {}

    /**
     * The share of calls that may be retried.
     *
     * @param unlimited whether there is no limit
     * @param ratio retries per call within the window
     * @param floor retries that are always granted within the window
     * @param window the length of the window
     * @param costs what a retry costs by kind of failure
     */
    public record Budget(
            @DefaultValue("false") boolean unlimited,
            @Nullable Double ratio,
            @Nullable Integer floor,
            @Nullable String window,
            @DefaultValue Map<String, Integer> costs) {

        /** Reads {@code budget: unlimited}. */
        public static Budget of(String text) {
            if (!text.equals("unlimited")) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not a budget; give it keys of its own, or write unlimited");
            }
            return new Budget(true, null, null, null, Map.of());
        }
    }

    /**
     * The circuit breaker.
     *
     * @param failures how many failures in a row open it
     * @param failureRate the share of failures that opens it
     * @param slowRate the share of slow calls that opens it
     * @param slowerThan what a slow call takes
     * @param calls the number of calls that shares are computed over
     * @param period the time that shares are computed over
     * @param minimumCalls how many calls a share needs
     * @param coolDown how long it stays open
     * @param probes how many calls are admitted to test the dependency
     */
    public record CircuitBreaking(
            @Nullable Integer failures,
            @Nullable Double failureRate,
            @Nullable Double slowRate,
            @Nullable String slowerThan,
            @Nullable Integer calls,
            @Nullable String period,
            @Nullable Integer minimumCalls,
            @Nullable String coolDown,
            @Nullable Integer probes) {}

    /**
     * The limit of concurrent calls.
     *
     * @param concurrency how many attempts run at once
     * @param queueTimeout how long a call waits for its turn
     * @param queueSize how many calls wait
     */
    public record Concurrency(
            @Nullable Integer concurrency,
            @Nullable String queueTimeout,
            @Nullable Integer queueSize) {}

    /**
     * The limit of calls per period.
     *
     * @param calls how many calls
     * @param period the period
     * @param queueTimeout how long a call waits for its turn
     * @param queueSize how many calls wait
     */
    public record Rate(
            @Nullable Integer calls,
            @Nullable String period,
            @Nullable String queueTimeout,
            @Nullable Integer queueSize) {}

    /**
     * The second copy of a slow call.
     *
     * @param after when it starts: p95, or a time
     * @param warmUp how many calls are observed before p95 is known
     */
    public record Hedging(@Nullable String after, @Nullable Integer warmUp) {}
}
