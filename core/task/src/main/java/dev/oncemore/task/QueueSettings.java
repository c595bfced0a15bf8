package dev.oncemore.task;

import dev.oncemore.internal.Bounds;
import dev.oncemore.task.store.OnPoison;
import java.util.Objects;

/**
 * How one node works on one queue. An immutable value; each method answers a changed copy.
 *
 * <pre>{@code
 * QueueSettings.standard().concurrency(4).ratePerSecond(20)
 * }</pre>
 *
 * @param concurrency how many handlers run at once; 1 to 10,000
 * @param prefetch how many more tasks are claimed so that the next is at hand; 0 to 100,000. Their attempts are counted, as
 *     those of all claimed tasks, so 0 suits tasks that may be tried only once
 * @param ratePerSecond how many tasks are started in a second at most; up to 1,000,000
 * @param onPoison what a lane does when its first task can not be done, unless the enqueue says otherwise
 */
public record QueueSettings(int concurrency, int prefetch, double ratePerSecond, OnPoison onPoison) {
    private static final double RATE_MAX = 1_000_000;

    /** Settings within their bounds. */
    public QueueSettings {
        Bounds.between("concurrency", concurrency, 1, 10_000);
        Bounds.between("prefetch", prefetch, 0, 100_000);
        if (!(ratePerSecond > 0 && ratePerSecond <= RATE_MAX)) {
            throw new IllegalArgumentException(
                    "ratePerSecond must be over 0 and at most 1000000, but is " + ratePerSecond);
        }
        Objects.requireNonNull(onPoison, "onPoison");
    }

    /** 16 handlers at once, 16 more tasks at hand, as fast as it goes; a lane parks behind what it cannot do. */
    public static QueueSettings standard() {
        return new QueueSettings(16, 16, RATE_MAX, OnPoison.PARK);
    }

    /** That many handlers at once. */
    public QueueSettings concurrency(int concurrency) {
        return new QueueSettings(concurrency, prefetch, ratePerSecond, onPoison);
    }

    /** That many more tasks at hand. */
    public QueueSettings prefetch(int prefetch) {
        return new QueueSettings(concurrency, prefetch, ratePerSecond, onPoison);
    }

    /** That many tasks a second at most, on this node. */
    public QueueSettings ratePerSecond(double ratePerSecond) {
        return new QueueSettings(concurrency, prefetch, ratePerSecond, onPoison);
    }

    /** What a lane does when its first task can not be done. */
    public QueueSettings onPoison(OnPoison onPoison) {
        return new QueueSettings(concurrency, prefetch, ratePerSecond, onPoison);
    }

    boolean isRateLimited() {
        return ratePerSecond < RATE_MAX;
    }
}
