package dev.oncemore.task.store;

import dev.oncemore.time.Time;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The store's clock: it starts at the time of day, and then follows elapsed time only. */
final class MemoryClock {
    private final Time time;
    private final Instant start;
    private final long startNanos;

    MemoryClock(Time time, InstantSource wallClock) {
        this.time = time;
        start = wallClock.instant();
        startNanos = time.nanoTime();
    }

    /** The time to the microsecond, as in databases. */
    Instant now() {
        return start.plusNanos(time.nanoTime() - startNanos).truncatedTo(ChronoUnit.MICROS);
    }
}
