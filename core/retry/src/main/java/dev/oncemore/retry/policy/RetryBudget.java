package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import dev.oncemore.time.Durations;
import java.time.Duration;

/**
 * How many retries a dependency may receive: a share of its calls within a sliding window, with a floor. When half of
 * all calls fail, retrying each of them doubles the load on a dependency that is already failing; a budget prevents
 * that.
 *
 * @param ratio retries per call, over 0 and at most 1
 * @param floor retries allowed in a window regardless of the number of calls
 * @param window the sliding window over which calls and retries are counted
 */
public record RetryBudget(double ratio, int floor, Duration window) {

    /** Checks the bounds; the window must be 100 ms to an hour. */
    public RetryBudget {
        Bounds.share("budget ratio", ratio);
        Bounds.between("budget floor", floor, 0, 1_000_000);
        if (window.compareTo(Duration.ofMillis(100)) < 0 || window.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(
                    "budget window must be between 100 ms and 1 h, but is " + Durations.format(window));
        }
    }

    /** The default: retries for 20 % of calls, at least 10 in 10 seconds. */
    public static RetryBudget standard() {
        return ratio(0.20);
    }

    /** Retries for this share of calls, at least 10 in 10 seconds. */
    public static RetryBudget ratio(double ratio) {
        return new RetryBudget(ratio, 10, Duration.ofSeconds(10));
    }

    /** At least this many retries in a window. */
    public RetryBudget floor(int floor) {
        return new RetryBudget(ratio, floor, window);
    }

    /** Counts over this window. */
    public RetryBudget window(Duration window) {
        return new RetryBudget(ratio, floor, window);
    }
}
