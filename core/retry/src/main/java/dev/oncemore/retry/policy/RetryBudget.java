package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * How many retries a dependency may receive: a share of its calls within a sliding window, with a floor. When half of
 * all calls fail, retrying each of them doubles the load on a dependency that is already failing; a budget prevents
 * that.
 *
 * <p>A retry takes 1 from the budget, or the {@linkplain #cost cost} of the failure that it follows. With costs, ratio
 * and floor are in the same unit as these.
 *
 * @param ratio what each call adds: retries per call, over 0 and at most 1
 * @param floor what a window has regardless of the number of calls
 * @param window the sliding window over which calls and retries are counted
 * @param costs what a retry takes, by the kind of the failure before it; 1 for the others
 */
public record RetryBudget(double ratio, int floor, Duration window, Map<FailureKind, Integer> costs) {
    private static final int COST_MAX = 1_000;

    /** Checks the bounds; the window must be 100 ms to an hour, a cost 1 to 1,000 and of a kind that is retried. */
    public RetryBudget {
        Bounds.share("budget ratio", ratio);
        Bounds.between("budget floor", floor, 0, 1_000_000);
        if (window.compareTo(Duration.ofMillis(100)) < 0 || window.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(
                    "budget window must be between 100 ms and 1 h, but is " + Durations.format(window));
        }
        costs = Map.copyOf(costs);
        costs.forEach((kind, cost) -> {
            Kinds.requireRetried("budget cost", kind);
            Bounds.between("budget cost of " + PolicyWriter.written(kind), cost, 1, COST_MAX);
        });
    }

    /** A budget in which every retry costs 1. */
    public RetryBudget(double ratio, int floor, Duration window) {
        this(ratio, floor, window, Map.of());
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
        return new RetryBudget(ratio, floor, window, costs);
    }

    /** Counts over this window. */
    public RetryBudget window(Duration window) {
        return new RetryBudget(ratio, floor, window, costs);
    }

    /** Charges this much for a retry after a failure of this kind, instead of 1; 1 to 1,000. */
    public RetryBudget cost(FailureKind kind, int cost) {
        Map<FailureKind, Integer> more = new EnumMap<>(FailureKind.class);
        more.putAll(costs);
        more.put(kind, cost);
        return new RetryBudget(ratio, floor, window, more);
    }

    /** What a retry after a failure of this kind takes. */
    public int cost(FailureKind kind) {
        return costs.getOrDefault(kind, 1);
    }
}
