package dev.oncemore.jdbc.internal.sql;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as they are stored: microseconds since 1970-01-01 UTC, independent of time zones and drivers. */
public final class Micros {
    /** Some nine thousand years: "for ever" must not overflow when it is added to now. */
    private static final Duration SPAN_MAX = Duration.ofDays(3_500_000);

    private Micros() {}

    public static long of(Duration span) {
        Duration bounded = span.compareTo(SPAN_MAX) > 0 ? SPAN_MAX : span;
        return Math.addExact(Math.multiplyExact(bounded.getSeconds(), 1_000_000L), bounded.getNano() / 1_000);
    }

    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
