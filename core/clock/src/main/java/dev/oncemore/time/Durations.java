package dev.oncemore.time;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: {@code 350 ms}, {@code 2 s}, {@code 1.5 s}, {@code 7 d}. */
public final class Durations {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,18})(?:\\.(\\d{1,9}))?\\s*([a-zµ]+)");
    private static final long DAY_NANOS = Duration.ofDays(1).toNanos();
    private static final List<Unit> UNITS = List.of(
            new Unit("d", DAY_NANOS),
            new Unit("h", Duration.ofHours(1).toNanos()),
            new Unit("min", Duration.ofMinutes(1).toNanos()),
            new Unit("s", 1_000_000_000L),
            new Unit("ms", 1_000_000L),
            new Unit("µs", 1_000L),
            new Unit("ns", 1L));

    private Durations() {}

    /**
     * Reads {@code 350ms}, {@code 350 ms}, {@code 1.5s}, {@code 5m} or {@code 5min}, {@code 1h}, {@code 7d}, or ISO-8601
     * ({@code PT2S}).
     *
     * @throws IllegalArgumentException if the text has none of these forms; the message lists them
     */
    public static Duration parse(String text) {
        String trimmed = text.trim();
        if (trimmed.startsWith("P") || trimmed.startsWith("p")) {
            try {
                return Duration.parse(trimmed);
            } catch (DateTimeParseException e) {
                throw notADuration(text, e);
            }
        }
        Matcher matcher = WRITTEN.matcher(trimmed.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw notADuration(text, null);
        }
        long unitNanos = unitNanos(matcher.group(3), text);
        try {
            long whole = Math.multiplyExact(Long.parseLong(matcher.group(1)), unitNanos);
            String fraction = matcher.group(2);
            double part = fraction == null ? 0 : Double.parseDouble("0." + fraction) * unitNanos;
            return Duration.ofNanos(Math.addExact(whole, Math.round(part)));
        } catch (ArithmeticException e) {
            throw notADuration(text, e);
        }
    }

    /** The shortest exact form, in the largest unit that needs at most three decimals: {@code 1.5 s}. */
    public static String format(Duration span) {
        long nanos = saturatedNanos(span);
        if (nanos < 0) {
            return "-" + format(Duration.ofNanos(-Math.max(nanos, -Long.MAX_VALUE)));
        }
        if (nanos == 0) {
            return "0 ms";
        }
        for (Unit unit : UNITS) {
            boolean decimal = unit.nanos <= 1_000_000_000L && unit.nanos >= 1_000;
            long exactTo = decimal ? unit.nanos / 1_000 : unit.nanos;
            if (nanos >= unit.nanos && nanos % exactTo == 0) {
                return decimal(nanos, unit);
            }
        }
        return nanos + " ns";
    }

    /** An approximate form with at most three digits, for messages about measured time. */
    public static String approximate(long nanos) {
        for (Unit unit : UNITS) {
            if (nanos >= unit.nanos) {
                double value = (double) nanos / unit.nanos;
                String digits = value >= 10 || nanos % unit.nanos == 0
                        ? String.valueOf(Math.round(value))
                        : String.format(Locale.ROOT, "%.1f", value);
                return digits + " " + unit.name;
            }
        }
        return "0 ms";
    }

    /** Nanoseconds, capped at {@link Long#MAX_VALUE}: about 292 years, in effect no limit. */
    public static long saturatedNanos(Duration span) {
        try {
            return span.toNanos();
        } catch (ArithmeticException e) {
            return span.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    private static String decimal(long nanos, Unit unit) {
        long whole = nanos / unit.nanos;
        long rest = nanos % unit.nanos;
        if (rest == 0) {
            return whole + " " + unit.name;
        }
        String digits = String.format(Locale.ROOT, "%03d", rest / (unit.nanos / 1_000));
        return whole + "." + digits.replaceAll("0+$", "") + " " + unit.name;
    }

    private static long unitNanos(String name, String text) {
        String canonical = switch (name) {
            case "m", "mins" -> "min";
            case "us" -> "µs";
            case "sec" -> "s";
            default -> name;
        };
        for (Unit unit : UNITS) {
            if (unit.name.equals(canonical)) {
                return unit.nanos;
            }
        }
        throw notADuration(text, null);
    }

    private static IllegalArgumentException notADuration(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "'" + text + "' is not a duration; write for example 250ms, 1.5s, 5min, 1h or 7d", cause);
    }

    private record Unit(String name, long nanos) {}
}
