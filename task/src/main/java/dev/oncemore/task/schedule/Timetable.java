package dev.oncemore.task.schedule;

import java.time.Duration;
import java.time.Instant;

/** The instants of a schedule, to the second; the same on every node, so that nodes need not agree on them. */
interface Timetable {

    /** The first instant after this one. */
    Instant next(Instant after);

    /** The last instant before this one. */
    default Instant previous(Instant before) {
        // The first instant after x is before this one exactly for every x up to some second: search for that second.
        long spanSeconds = 1;
        while (!next(before.minusSeconds(spanSeconds)).isBefore(before)) {
            spanSeconds *= 2;
        }
        Instant low = before.minusSeconds(spanSeconds);
        Instant high = before;
        while (Duration.between(low, high).compareTo(Duration.ofSeconds(1)) > 0) {
            Instant middle = low.plus(Duration.between(low, high).dividedBy(2));
            if (next(middle).isBefore(before)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return next(low);
    }

    /** Whether this is one of them. */
    default boolean has(Instant instant) {
        return next(instant.minusSeconds(1)).equals(instant);
    }
}
