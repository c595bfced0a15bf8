package dev.oncemore.task.schedule;

import dev.oncemore.time.Durations;
import java.time.Duration;
import java.time.Instant;

/** A fixed interval, counted from the epoch: the start that all nodes share without coordination. */
record Interval(Duration length) implements Timetable {
    private static final Duration LENGTH_MAX = Duration.ofDays(366);

    Interval {
        if (length.toNanosPart() != 0 || length.isZero() || length.isNegative() || length.compareTo(LENGTH_MAX) > 0) {
            throw new IllegalArgumentException(
                    "an interval must be of whole seconds, from 1 s to 366 d, but is " + Durations.format(length));
        }
    }

    @Override
    public Instant next(Instant after) {
        long seconds = length.toSeconds();
        return Instant.ofEpochSecond((Math.floorDiv(after.getEpochSecond(), seconds) + 1) * seconds);
    }

    @Override
    public String written() {
        return "every " + length.toSeconds();
    }

    @Override
    public String toString() {
        return "every " + Durations.format(length);
    }
}
