package dev.oncemore.lab.sim;

import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a dependency works on a request.
 *
 * @param shape how single times differ
 * @param mean the mean of those that are not slow
 * @param slowShare the share of requests that take longer, from 0 to 1
 * @param slowFactor how many times longer those take
 */
public record ServiceTime(Shape shape, Duration mean, double slowShare, double slowFactor) {
    private static final double SPREAD = 0.5;

    /** How single times differ. */
    public enum Shape {
        /** All are equal. */
        FIXED,
        /** Half to one and a half of the mean. */
        UNIFORM,
        /** Many short ones and few long ones, without memory: the M of M/M/1. */
        EXPONENTIAL
    }

    /** Checks the bounds. */
    public ServiceTime {
        if (mean.isNegative() || mean.isZero()) {
            throw new IllegalArgumentException("the service time must be over 0, but is " + Durations.format(mean));
        }
        if (!(slowShare >= 0 && slowShare <= 1) || !(slowFactor >= 1)) {
            throw new IllegalArgumentException("the slow share must be 0 to 1 and its factor at least 1, but they are "
                    + slowShare + " and " + slowFactor);
        }
    }

    /** Service times of this shape without slow ones. */
    public static ServiceTime of(Shape shape, Duration mean) {
        return new ServiceTime(shape, mean, 0, 1);
    }

    /** The same with a share of slow requests. */
    public ServiceTime slow(double share, double factor) {
        return new ServiceTime(shape, mean, share, factor);
    }

    long drawNanos(RandomGenerator random) {
        double nanos = mean.toNanos();
        double drawn = switch (shape) {
            case FIXED -> nanos;
            case UNIFORM -> nanos * (SPREAD + random.nextDouble());
            case EXPONENTIAL -> -nanos * StrictMath.log(1 - random.nextDouble());
        };
        boolean isSlow = slowShare > 0 && random.nextDouble() < slowShare;
        return Math.max(1, (long) (isSlow ? drawn * slowFactor : drawn));
    }
}
