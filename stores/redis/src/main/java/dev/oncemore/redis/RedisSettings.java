package dev.oncemore.redis;

import dev.oncemore.internal.Bounds;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How a store uses Redis. An immutable value; each method returns a changed copy.
 *
 * <pre>{@code
 * RedisSettings.standard().prefix("payments:").waitForReplicas(1, Duration.ofMillis(500))
 * }</pre>
 */
public final class RedisSettings {
    /** Without braces, because a text between braces would put every record into one slot of a cluster. */
    private static final Pattern PREFIX = Pattern.compile("[!-z|~]{1,100}");

    private static final Duration TIMEOUT_MIN = Duration.ofMillis(10);
    private static final Duration TIMEOUT_MAX = Duration.ofMinutes(1);
    private static final int REPLICAS_MAX = 100;

    String prefix = "oncemore:";
    Duration timeout = Duration.ofSeconds(5);
    Duration tombstone = Duration.ofHours(1);
    int replicas;
    Duration replicaTimeout = Duration.ZERO;

    private RedisSettings() {}

    private RedisSettings(RedisSettings other) {
        prefix = other.prefix;
        timeout = other.timeout;
        tombstone = other.tombstone;
        replicas = other.replicas;
        replicaTimeout = other.replicaTimeout;
    }

    /** Keys beginning with {@code oncemore:}, answers within 5 s, expired records gone after an hour, no waiting. */
    public static RedisSettings standard() {
        return new RedisSettings();
    }

    /** The prefix of all keys in Redis: 1 to 100 printable ASCII characters, neither blanks nor braces. */
    public RedisSettings prefix(String prefix) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "prefix must have 1 to 100 printable ASCII characters, neither blanks nor braces, but is '" + prefix
                            + "'");
        }
        RedisSettings copy = new RedisSettings(this);
        copy.prefix = prefix;
        return copy;
    }

    /** How long a call waits for Redis, reconnecting included; 10 ms to 1 min. After that its outcome is unknown. */
    public RedisSettings timeout(Duration timeout) {
        RedisSettings copy = new RedisSettings(this);
        copy.timeout = Bounds.between("timeout", timeout, TIMEOUT_MIN, TIMEOUT_MAX);
        return copy;
    }

    /**
     * How long an expired record stays, so that a look-up can tell "expired" from "never seen"; 0 to 365 days. Redis drops it
     * afterwards.
     */
    public RedisSettings tombstone(Duration tombstone) {
        RedisSettings copy = new RedisSettings(this);
        copy.tombstone = Bounds.between("tombstone", tombstone, Duration.ZERO, Duration.ofDays(365));
        return copy;
    }

    /**
     * Requires this many replicas to confirm every write, with {@code WAIT}. When fewer confirm in time, or {@code WAIT} fails
     * or loses its connection, the call fails with an unknown outcome and may be repeated. It narrows the window in which a
     * failover loses records but does not close it. Not supported on Redis Cluster.
     */
    public RedisSettings waitForReplicas(int replicas, Duration atMost) {
        if (replicas < 1 || replicas > REPLICAS_MAX) {
            throw new IllegalArgumentException(
                    "replicas must be between 1 and " + REPLICAS_MAX + ", but are " + replicas);
        }
        RedisSettings copy = new RedisSettings(this);
        copy.replicas = replicas;
        copy.replicaTimeout = Bounds.between("the wait for replicas", atMost, Duration.ofMillis(1), TIMEOUT_MAX);
        return copy;
    }

    /** Checks settings that depend on each other. */
    void requireConsistent() {
        if (replicas > 0 && replicaTimeout.compareTo(timeout) >= 0) {
            throw new IllegalArgumentException("the wait for replicas (" + Durations.format(replicaTimeout)
                    + ") must be shorter than the timeout (" + Durations.format(timeout) + ")");
        }
    }
}
