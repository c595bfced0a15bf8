package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * The wait before each retry: base × factorⁿ, at most the cap, then randomized by the jitter. The cap applies before
 * the jitter, so delays at the cap keep their spread.
 *
 * <pre>{@code
 * Backoff.exponential(Duration.ofMillis(100)).cap(Duration.ofSeconds(2)).fullJitter()
 * }</pre>
 *
 * @param base the delay before the first retry, before jitter
 * @param factor the growth per retry; 1 keeps the delay fixed
 * @param cap the longest delay, before jitter
 * @param jitter how delays are randomized
 * @param bases other bases, by the kind of the failure before the delay
 */
public record Backoff(Duration base, double factor, Duration cap, Jitter jitter, Map<FailureKind, Duration> bases) {
    private static final Duration DEFAULT_CAP = Duration.ofSeconds(30);
    /** The spread of a fixed delay unless it is set: the delay, less or more by a fifth. */
    private static final int FIXED_SPREAD_PART = 5;

    /** Checks the bounds: the base must not exceed the cap, and the factor must be 1 to 100. */
    public Backoff {
        Objects.requireNonNull(jitter, "jitter");
        Bounds.notNegative("backoff base", base);
        Bounds.notNegative("backoff cap", cap);
        refuseOverCap("backoff base", base, cap);
        bases = Map.copyOf(bases);
        for (Map.Entry<FailureKind, Duration> other : bases.entrySet()) {
            FailureKind kind = Kinds.requireRetried("backoff base", other.getKey());
            refuseOverCap("backoff base of " + PolicyWriter.written(kind), other.getValue(), cap);
        }
        if (!(factor >= 1 && factor <= 100)) {
            throw new IllegalArgumentException("backoff factor must be between 1 and 100, but is " + factor);
        }
    }

    /** A backoff with one base for all failures. */
    public Backoff(Duration base, double factor, Duration cap, Jitter jitter) {
        this(base, factor, cap, jitter, Map.of());
    }

    private static void refuseOverCap(String setting, Duration base, Duration cap) {
        Bounds.notNegative(setting, base);
        if (base.compareTo(cap) > 0) {
            throw new IllegalArgumentException(setting + " (" + Durations.format(base) + ") must not be over the cap ("
                    + Durations.format(cap) + "); set a longer cap");
        }
    }

    /** Doubles with each retry, from the base up to 30 seconds or the base if that is longer; full jitter. */
    public static Backoff exponential(Duration base) {
        Duration cap = base.compareTo(DEFAULT_CAP) > 0 ? base : DEFAULT_CAP;
        return new Backoff(base, 2, cap, Jitter.of(Jitter.Kind.FULL));
    }

    /** The same delay each time, by default less or more by up to a fifth; {@link #noJitter} makes it exact. */
    public static Backoff fixed(Duration delay) {
        Duration fifth = Bounds.notNegative("backoff base", delay).dividedBy(FIXED_SPREAD_PART);
        return new Backoff(
                delay,
                1,
                delay,
                fifth.isZero() ? Jitter.of(Jitter.Kind.NONE) : new Jitter(Jitter.Kind.PLUS_MINUS, fifth));
    }

    /** No delay at all: for tests, and for conflicts that a re-read resolves. */
    public static Backoff none() {
        return fixed(Duration.ZERO).noJitter();
    }

    /** Starts from another base after failures of this kind: throttling needs longer pauses than a lost connection. */
    public Backoff base(FailureKind kind, Duration base) {
        Map<FailureKind, Duration> more = new EnumMap<>(FailureKind.class);
        more.putAll(bases);
        more.put(kind, base);
        return new Backoff(this.base, factor, cap, jitter, more);
    }

    /** The base after failures of this kind. */
    public Duration base(FailureKind kind) {
        return bases.getOrDefault(kind, base);
    }

    /** Multiplies the delay by this factor each time. */
    public Backoff factor(double factor) {
        return new Backoff(base, factor, cap, jitter, bases);
    }

    /** Limits the growth to this delay. */
    public Backoff cap(Duration cap) {
        return new Backoff(base, factor, cap, jitter, bases);
    }

    /** No jitter: every caller waits exactly the same time. */
    public Backoff noJitter() {
        return jitter(Jitter.of(Jitter.Kind.NONE));
    }

    /** Anything from 0 to the delay. */
    public Backoff fullJitter() {
        return jitter(Jitter.of(Jitter.Kind.FULL));
    }

    /** Half of the delay, plus anything up to the other half. */
    public Backoff equalJitter() {
        return jitter(Jitter.of(Jitter.Kind.EQUAL));
    }

    /** Anything from the base to three times the previous delay. */
    public Backoff decorrelatedJitter() {
        return jitter(Jitter.of(Jitter.Kind.DECORRELATED));
    }

    /** The delay plus anything up to this much. */
    public Backoff additiveJitter(Duration most) {
        return jitter(new Jitter(Jitter.Kind.ADDITIVE, most));
    }

    /** The delay, less or more by up to this much. */
    public Backoff plusMinusJitter(Duration spread) {
        return jitter(new Jitter(Jitter.Kind.PLUS_MINUS, spread));
    }

    /** Uses this jitter. */
    public Backoff jitter(Jitter jitter) {
        return new Backoff(base, factor, cap, jitter, bases);
    }

    /**
     * Returns the delay before a retry.
     *
     * @param retry the number of the retry, from 1
     * @param previousNanos the delay before the previous retry; 0 for the first
     */
    public long delayNanos(int retry, long previousNanos, RandomGenerator random) {
        return delayNanos(base.toNanos(), retry, previousNanos, random);
    }

    /** As {@link #delayNanos(int, long, RandomGenerator)}, after a failure of this kind. */
    public long delayNanos(FailureKind kind, int retry, long previousNanos, RandomGenerator random) {
        return delayNanos(base(kind).toNanos(), retry, previousNanos, random);
    }

    private long delayNanos(long baseNanos, int retry, long previousNanos, RandomGenerator random) {
        long capNanos = cap.toNanos();
        return jitter.spread(grown(retry, baseNanos, capNanos), baseNanos, capNanos, previousNanos, random);
    }

    /** Computed in doubles: overflow becomes infinity and the cap still applies, where a shift would wrap around. */
    private long grown(int retry, long baseNanos, long capNanos) {
        if (baseNanos == 0 || factor == 1) {
            return baseNanos;
        }
        double grown = baseNanos * Math.pow(factor, retry - 1.0);
        return grown >= capNanos ? capNanos : (long) grown;
    }
}
