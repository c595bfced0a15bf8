package dev.oncemore.task.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The instants of a schedule, to the second; the same on every node, so that nodes need not agree on them. */
interface Timetable {

    /** The first instant after this one. */
    Instant next(Instant after);

    /** What {@link #read} makes the same timetable of: one line. */
    String written();

    /** The zone that people think of it in. */
    default ZoneId zone() {
        return ZoneOffset.UTC;
    }

    /**
     * Reads what {@link #written} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    static Timetable read(String written) {
        String[] words = written.split(" ", 3);
        if (words.length == 2 && words[0].equals("every")) {
            return new Interval(Duration.ofSeconds(Long.parseLong(words[1])));
        }
        if (words.length == 3 && words[0].equals("cron")) {
            return Cron.parse(words[2], ZoneId.of(words[1]));
        }
        throw new IllegalArgumentException("'" + written + "' is no timetable");
    }

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
