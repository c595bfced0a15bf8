package dev.oncemore.lab.sim;

import dev.oncemore.time.Durations;
import java.time.Duration;

/**
 * A time in which a dependency is not well.
 *
 * @param kind what is wrong
 * @param from when it begins
 * @param to when it ends
 * @param factor how many times longer requests take, for {@link Kind#SLOW}; the share that fails, for {@link Kind#ERRORS}
 */
public record FaultWindow(Kind kind, Duration from, Duration to, double factor) {

    /** What can be wrong. */
    public enum Kind {
        /** It has crashed: requests under way are cut, new ones are refused at once. */
        CRASHED,
        /** It takes requests and does not answer. */
        HANGING,
        /** It works, but slower. */
        SLOW,
        /** A share of requests fails. */
        ERRORS
    }

    /** Checks that it ends after its beginning. */
    public FaultWindow {
        if (from.isNegative() || to.compareTo(from) <= 0) {
            throw new IllegalArgumentException("a fault must end after its beginning, but lasts from "
                    + Durations.format(from) + " to " + Durations.format(to));
        }
        if (kind == Kind.SLOW && !(factor >= 1)) {
            throw new IllegalArgumentException("a slow time needs a factor of at least 1, but has " + factor);
        }
        if (kind == Kind.ERRORS && !(factor >= 0 && factor <= 1)) {
            throw new IllegalArgumentException("the share of errors must be 0 to 1, but is " + factor);
        }
    }

    /** A crash. */
    public static FaultWindow crash(Duration from, Duration to) {
        return new FaultWindow(Kind.CRASHED, from, to, 1);
    }

    /** A time without answers. */
    public static FaultWindow hang(Duration from, Duration to) {
        return new FaultWindow(Kind.HANGING, from, to, 1);
    }

    /** A time in which requests take longer. */
    public static FaultWindow slow(Duration from, Duration to, double factor) {
        return new FaultWindow(Kind.SLOW, from, to, factor);
    }

    /** A time in which a share of requests fails. */
    public static FaultWindow errors(Duration from, Duration to, double share) {
        return new FaultWindow(Kind.ERRORS, from, to, share);
    }
}
