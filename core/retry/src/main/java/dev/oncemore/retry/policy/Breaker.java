package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When to stop calling a failing dependency: the rule that opens the circuit, how long it stays open, and how many
 * probes decide whether it closes.
 *
 * <pre>{@code
 * Breaker.failures(5).coolDown(Duration.ofSeconds(30))
 * Breaker.failureRate(0.5).overCalls(100).minimumCalls(20)
 * Breaker.failureRate(0.5).slowRate(0.8, Duration.ofSeconds(2)).over(Duration.ofMinutes(1))
 * }</pre>
 *
 * @param trip the rule that opens the circuit
 * @param coolDown how long it stays open; also how long probes may take before new ones are admitted
 * @param probes how many calls are admitted after that; if all succeed, the circuit closes
 */
public record Breaker(Trip trip, Duration coolDown, int probes) {
    private static final Duration DEFAULT_COOL_DOWN = Duration.ofSeconds(30);
    private static final int DEFAULT_CALLS = 100;

    /** Checks the bounds. */
    public Breaker {
        Objects.requireNonNull(trip, "trip");
        Bounds.positive("breaker cool-down", coolDown);
        Bounds.between("breaker probes", probes, 1, 1_000);
    }

    /** The rule that opens the circuit. */
    public sealed interface Trip permits ConsecutiveFailures, Rates {}

    /**
     * A number of consecutive failures.
     *
     * @param count how many
     */
    public record ConsecutiveFailures(int count) implements Trip {
        /** Checks the bounds: 1 to 100,000. */
        public ConsecutiveFailures {
            Bounds.between("breaker failures", count, 1, 100_000);
        }
    }

    /**
     * A rate of failed or slow calls over a window.
     *
     * @param failureRate the failure rate that opens the circuit
     * @param slow the limit for slow calls; null if speed does not matter
     * @param window which calls count
     * @param minimumCalls the circuit stays closed until the window holds this many calls
     */
    public record Rates(double failureRate, @Nullable SlowCalls slow, Window window, int minimumCalls) implements Trip {
        /** Checks the bounds. */
        public Rates {
            Objects.requireNonNull(window, "window");
            Bounds.share("breaker failure rate", failureRate);
            Bounds.between("breaker minimum calls", minimumCalls, 1, 1_000_000);
            if (window instanceof LastCalls last && minimumCalls > last.count()) {
                throw new IllegalArgumentException("breaker minimum calls (" + minimumCalls
                        + ") can never be reached in a window of " + last.count() + " calls");
            }
        }
    }

    /**
     * Calls that took too long.
     *
     * @param rate the rate of slow calls that opens the circuit
     * @param slowerThan the duration above which a call is slow
     */
    public record SlowCalls(double rate, Duration slowerThan) {
        /** Checks the bounds. */
        public SlowCalls {
            Bounds.share("breaker slow rate", rate);
            Bounds.positive("breaker slower-than", slowerThan);
        }
    }

    /** The calls that a rate covers. */
    public sealed interface Window permits LastCalls, LastPeriod {}

    /**
     * The last N calls.
     *
     * @param count how many
     */
    public record LastCalls(int count) implements Window {
        /** Checks the bounds: 1 to 100,000. */
        public LastCalls {
            Bounds.between("breaker window calls", count, 1, 100_000);
        }
    }

    /**
     * The calls of the last period.
     *
     * @param length the length of the period
     */
    public record LastPeriod(Duration length) implements Window {
        /** Requires a positive length. */
        public LastPeriod {
            Bounds.positive("breaker window period", length);
        }
    }

    /** Opens after this many consecutive failures. */
    public static Breaker failures(int count) {
        return new Breaker(new ConsecutiveFailures(count), DEFAULT_COOL_DOWN, 1);
    }

    /** Opens if this share of the last 100 calls failed. */
    public static Breaker failureRate(double rate) {
        LastCalls window = new LastCalls(DEFAULT_CALLS);
        return new Breaker(new Rates(rate, null, window, DEFAULT_CALLS), DEFAULT_COOL_DOWN, 1);
    }

    /** Also opens if this share of calls was slower than the given duration. */
    public Breaker slowRate(double rate, Duration slowerThan) {
        Rates old = rates("slowRate");
        return trip(new Rates(old.failureRate, new SlowCalls(rate, slowerThan), old.window, old.minimumCalls));
    }

    /** Measures the rate over the last {@code count} calls, once the window is full. */
    public Breaker overCalls(int count) {
        Rates old = rates("overCalls");
        return trip(new Rates(old.failureRate, old.slow, new LastCalls(count), count));
    }

    /** Measures the rate over the calls of the last period, once there are ten. */
    public Breaker over(Duration period) {
        Rates old = rates("over");
        return trip(new Rates(old.failureRate, old.slow, new LastPeriod(period), 10));
    }

    /** Stays closed until the window holds this many calls. */
    public Breaker minimumCalls(int count) {
        Rates old = rates("minimumCalls");
        return trip(new Rates(old.failureRate, old.slow, old.window, count));
    }

    /** Stays open for this long. */
    public Breaker coolDown(Duration coolDown) {
        return new Breaker(trip, coolDown, probes);
    }

    /** Closes after this many successful probes. */
    public Breaker probes(int probes) {
        return new Breaker(trip, coolDown, probes);
    }

    private Breaker trip(Trip trip) {
        return new Breaker(trip, coolDown, probes);
    }

    private Rates rates(String setting) {
        if (trip instanceof Rates rates) {
            return rates;
        }
        throw new IllegalArgumentException(
                setting + " goes with a failure rate, but this breaker counts failures in a row; use failureRate(…)");
    }
}
