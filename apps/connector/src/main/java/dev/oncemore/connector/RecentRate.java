package dev.oncemore.connector;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * How many things ended in the last 30 seconds, counted by second. Before that time is over nothing is said: the first answers of
 * an accounting system say little about the next thousand. Not thread-safe.
 */
final class RecentRate {
    private static final int SECONDS = 30;
    private static final int LATELY_SECONDS = 3;
    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    private final long[] counts = new long[SECONDS];
    private boolean hasBegun;
    private long beginNanos;
    private long second;
    private long endedInAll;

    /** Notes the end of one. After a silence it begins anew. */
    void ended(long nowNanos) {
        if (hasBegun) {
            moveTo(nowNanos);
        }
        if (!hasBegun || endedInAll == 0) {
            hasBegun = true;
            beginNanos = nowNanos;
            second = 0;
        }
        counts[(int) (second % SECONDS)]++;
        endedInAll++;
    }

    /** How many ended in a minute at this rate; empty before there were 30 seconds of it. */
    OptionalDouble perMinute(long nowNanos) {
        if (!hasBegun) {
            return OptionalDouble.empty();
        }
        moveTo(nowNanos);
        return endedInAll == 0 || nowNanos - beginNanos < SECONDS * SECOND_NANOS
                ? OptionalDouble.empty()
                : OptionalDouble.of(endedInAll * 60.0 / SECONDS);
    }

    /** How many end in a minute at the rate of the last seconds. Known from the start, but too low in the first seconds. */
    double perMinuteLately(long nowNanos) {
        if (!hasBegun) {
            return 0;
        }
        moveTo(nowNanos);
        long ended = 0;
        for (long one = Math.max(0, second - LATELY_SECONDS + 1); one <= second; one++) {
            ended += counts[(int) (one % SECONDS)];
        }
        return ended * 60.0 / LATELY_SECONDS;
    }

    private void moveTo(long nowNanos) {
        long now = Math.max(second, (nowNanos - beginNanos) / SECOND_NANOS);
        for (long passed = second + 1; passed <= Math.min(now, second + SECONDS); passed++) {
            int place = (int) (passed % SECONDS);
            endedInAll -= counts[place];
            counts[place] = 0;
        }
        second = now;
    }
}
