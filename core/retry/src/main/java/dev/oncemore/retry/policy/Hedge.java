package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When to send a second copy of a slow attempt: the first success wins and the other copy is cancelled. Only idempotent
 * or keyed calls are hedged, and only within the retry budget.
 *
 * @param after the delay before the copy is sent; null for the observed 95th percentile
 * @param warmUp how many calls must be observed before the percentile is used; until then nothing is hedged
 */
public record Hedge(@Nullable Duration after, int warmUp) {

    /** Checks the bounds. */
    public Hedge {
        if (after != null) {
            Bounds.positive("hedge after", after);
        }
        Bounds.between("hedge warm-up", warmUp, 1, 1_000_000);
    }

    /** Hedges after the 95th percentile of successful attempts, once a hundred were observed. */
    public static Hedge afterP95() {
        return new Hedge(null, 100);
    }

    /** Hedges after a fixed delay. */
    public static Hedge after(Duration delay) {
        return new Hedge(delay, 1);
    }

    /** Uses the percentile after this many calls. */
    public Hedge warmUp(int calls) {
        return new Hedge(after, calls);
    }
}
