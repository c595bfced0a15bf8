package dev.oncemore.task;

import dev.oncemore.internal.Bounds;
import dev.oncemore.task.store.OnPoison;
import java.util.Objects;

/**
 * How one node serves one queue. An immutable value; each method returns a changed copy.
 *
 * <pre>{@code
 * QueueSettings.standard().concurrency(4).ratePerSecond(20)
 * }</pre>
 *
 * @param concurrency how many handlers run at once; 1 to 10,000
 * @param prefetch how many more tasks are claimed in advance; 0 to 100,000. Their attempts are counted, as those of all
 *     claimed tasks, so use 0 for tasks that may be attempted only once
 * @param ratePerSecond how many tasks are started per second at most; up to 1,000,000
 * @param onPoison what a lane does if its first task fails for good, unless the enqueue overrides it
 */
public record QueueSettings(int concurrency, int prefetch, double ratePerSecond, OnPoison onPoison) {
    private static final double RATE_MAX = 1_000_000;

    /** Checks the bounds. */
    public QueueSettings {
        Bounds.between("concurrency", concurrency, 1, 10_000);
        Bounds.between("prefetch", prefetch, 0, 100_000);
        if (!(ratePerSecond > 0 && ratePerSecond <= RATE_MAX)) {
            throw new IllegalArgumentException(
                    "ratePerSecond must be over 0 and at most 1000000, but is " + ratePerSecond);
        }
        Objects.requireNonNull(onPoison, "onPoison");
    }

    /** 16 concurrent handlers, 16 prefetched tasks, no rate limit; a lane parks behind a task that fails for good. */
    public static QueueSettings standard() {
        return new QueueSettings(16, 16, RATE_MAX, OnPoison.PARK);
    }

    /** Runs this many handlers at once. */
    public QueueSettings concurrency(int concurrency) {
        return new QueueSettings(concurrency, prefetch, ratePerSecond, onPoison);
    }

    /** Prefetches this many tasks. */
    public QueueSettings prefetch(int prefetch) {
        return new QueueSettings(concurrency, prefetch, ratePerSecond, onPoison);
    }

    /** Starts at most this many tasks per second on this node. */
    public QueueSettings ratePerSecond(double ratePerSecond) {
        return new QueueSettings(concurrency, prefetch, ratePerSecond, onPoison);
    }

    /** Sets what a lane does if its first task fails for good. */
    public QueueSettings onPoison(OnPoison onPoison) {
        return new QueueSettings(concurrency, prefetch, ratePerSecond, onPoison);
    }

    boolean isRateLimited() {
        return ratePerSecond < RATE_MAX;
    }
}
