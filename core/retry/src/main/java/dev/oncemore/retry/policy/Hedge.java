package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When to send a second copy of a slow attempt: the first success wins and the other is cancelled. Only calls that are
 * idempotent or carry a key are hedged, and only within the retry budget.
 *
 * @param after a fixed time after which the copy is sent; null for the observed 95th percentile
 * @param warmUp how many calls must have been observed before the percentile is trusted; until then nothing is hedged
 */
public record Hedge(@Nullable Duration after, int warmUp) {

    /** A hedge within its bounds. */
    public Hedge {
        if (after != null) {
            Bounds.positive("hedge after", after);
        }
        Bounds.between("hedge warm-up", warmUp, 1, 1_000_000);
    }

    /** After the 95th percentile of what successful attempts took, once a hundred have been seen. */
    public static Hedge afterP95() {
        return new Hedge(null, 100);
    }

    /** After a fixed time. */
    public static Hedge after(Duration delay) {
        return new Hedge(delay, 1);
    }

    /** Trusts the percentile after that many calls. */
    public Hedge warmUp(int calls) {
        return new Hedge(after, calls);
    }
}
