package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When to stop calling a dependency that fails: a rule that opens the circuit, how long it stays open, and how many
 * probes may then find out whether it can be closed.
 *
 * <pre>{@code
 * Breaker.failures(5).coolDown(Duration.ofSeconds(30))
 * Breaker.failureRate(0.5).overCalls(100).minimumCalls(20)
 * Breaker.failureRate(0.5).slowRate(0.8, Duration.ofSeconds(2)).over(Duration.ofMinutes(1))
 * }</pre>
 *
 * @param trip the rule that opens it
 * @param coolDown how long it stays open; also how long probes may take before new ones are let in
 * @param probes how many calls are let through after that; when all succeed the circuit closes
 */
public record Breaker(Trip trip, Duration coolDown, int probes) {
    private static final Duration DEFAULT_COOL_DOWN = Duration.ofSeconds(30);
    private static final int DEFAULT_CALLS = 100;

    /** A breaker within its bounds. */
    public Breaker {
        Objects.requireNonNull(trip, "trip");
        Bounds.positive("breaker cool-down", coolDown);
        Bounds.between("breaker probes", probes, 1, 1_000);
    }

    /** What opens the circuit. */
    public sealed interface Trip permits ConsecutiveFailures, Rates {}

    /**
     * That many failures in a row.
     *
     * @param count how many
     */
    public record ConsecutiveFailures(int count) implements Trip {
        /** A count of 1 to 100,000. */
        public ConsecutiveFailures {
            Bounds.between("breaker failures", count, 1, 100_000);
        }
    }

    /**
     * A share of failed or slow calls over a window.
     *
     * @param failureRate the share of failures that opens it
     * @param slow what counts as too slow; null when speed does not matter
     * @param window which calls count
     * @param minimumCalls below this many calls in the window nothing opens it
     */
    public record Rates(double failureRate, @Nullable SlowCalls slow, Window window, int minimumCalls) implements Trip {
        /** Rates within their bounds. */
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
     * @param rate the share of slow calls that opens the circuit
     * @param slowerThan from when on a call is slow
     */
    public record SlowCalls(double rate, Duration slowerThan) {
        /** Slow calls within their bounds. */
        public SlowCalls {
            Bounds.share("breaker slow rate", rate);
            Bounds.positive("breaker slower-than", slowerThan);
        }
    }

    /** Which calls a rate is taken over. */
    public sealed interface Window permits LastCalls, LastPeriod {}

    /**
     * The last so many calls.
     *
     * @param count how many
     */
    public record LastCalls(int count) implements Window {
        /** A count of 1 to 100,000. */
        public LastCalls {
            Bounds.between("breaker window calls", count, 1, 100_000);
        }
    }

    /**
     * The calls of the last so long.
     *
     * @param length how long
     */
    public record LastPeriod(Duration length) implements Window {
        /** A positive length. */
        public LastPeriod {
            Bounds.positive("breaker window period", length);
        }
    }

    /** Opens after that many failures in a row. */
    public static Breaker failures(int count) {
        return new Breaker(new ConsecutiveFailures(count), DEFAULT_COOL_DOWN, 1);
    }

    /** Opens when this share of the last 100 calls failed. */
    public static Breaker failureRate(double rate) {
        LastCalls window = new LastCalls(DEFAULT_CALLS);
        return new Breaker(new Rates(rate, null, window, DEFAULT_CALLS), DEFAULT_COOL_DOWN, 1);
    }

    /** Opens also when this share of calls took longer than that. */
    public Breaker slowRate(double rate, Duration slowerThan) {
        Rates old = rates("slowRate");
        return trip(new Rates(old.failureRate, new SlowCalls(rate, slowerThan), old.window, old.minimumCalls));
    }

    /** Takes the rate over the last so many calls, once there are that many. */
    public Breaker overCalls(int count) {
        Rates old = rates("overCalls");
        return trip(new Rates(old.failureRate, old.slow, new LastCalls(count), count));
    }

    /** Takes the rate over the calls of the last so long, once there were ten. */
    public Breaker over(Duration period) {
        Rates old = rates("over");
        return trip(new Rates(old.failureRate, old.slow, new LastPeriod(period), 10));
    }

    /** Does not open before the window holds this many calls. */
    public Breaker minimumCalls(int count) {
        Rates old = rates("minimumCalls");
        return trip(new Rates(old.failureRate, old.slow, old.window, count));
    }

    /** Stays open that long. */
    public Breaker coolDown(Duration coolDown) {
        return new Breaker(trip, coolDown, probes);
    }

    /** Closes again only after that many probes have succeeded. */
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
