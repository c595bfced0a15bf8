package dev.oncemore.task.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The instants of a schedule, to the second; the same on every node, so that nodes need no coordination. */
interface Timetable {

    /** The first instant after this one. */
    Instant next(Instant after);

    /** The one-line form that {@link #read} parses. */
    String written();

    /** The time zone in which it was declared. */
    default ZoneId zone() {
        return ZoneOffset.UTC;
    }

    /**
     * Reads what {@link #written} wrote.
     *
     * @throws IllegalArgumentException if the text is not a timetable
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
        // next(x) is before this instant exactly for all x up to some second: search for that second.
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

    /** Whether this is one of its instants. */
    default boolean has(Instant instant) {
        return next(instant.minusSeconds(1)).equals(instant);
    }
}
