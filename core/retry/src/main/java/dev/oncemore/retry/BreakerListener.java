package dev.oncemore.retry;

import dev.oncemore.By;
import org.jspecify.annotations.Nullable;

/** Receives the changes of a breaker. */
@FunctionalInterface
interface BreakerListener {
    /** Called after a change, with the person who made it; null if the breaker made it itself. */
    void changed(BreakerMode from, BreakerMode to, @Nullable By by);
}
