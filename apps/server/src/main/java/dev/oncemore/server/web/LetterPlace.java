package dev.oncemore.server.web;

import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.LogEntry;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a place between dead letters, and which of them are meant, is written in addresses. */
public final class LetterPlace {
    /** Stores count in microseconds, and cannot count for ever. */
    private static final Instant END = Instant.parse("2200-01-01T00:00:00Z");

    private static final int DAY_LENGTH = "2026-01-31".length();

    private LetterPlace() {}

    /** A place, for the next page. */
    public static String written(DeadLetters.Cursor cursor) {
        return cursor.diedAt() + "~" + cursor.id();
    }

    /** The place after a line of the log, for the next page. */
    public static String written(LogEntry line) {
        return written(new DeadLetters.Cursor(line.at(), line.taskId()));
    }

    /**
     * Reads it; null where there is none.
     *
     * @throws IllegalArgumentException when it is no such place
     */
    public static DeadLetters.@Nullable Cursor read(@Nullable String written) {
        if (written == null || written.isEmpty()) {
            return null;
        }
        int middle = written.indexOf('~');
        try {
            if (middle > 0) {
                return new DeadLetters.Cursor(parsed(written.substring(0, middle)), written.substring(middle + 1));
            }
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'" + written + "' is not a place in a list; use the value of 'next'", e);
        }
        throw new IllegalArgumentException("'" + written + "' is not a place in a list; use the value of 'next'");
    }

    /**
     * The filter that these parameters name: queue, kind, signature, from, before, discarded.
     *
     * @throws IllegalArgumentException when a time is none, or what must be true or false is neither
     */
    public static DeadLetters.Filter filter(Function<String, @Nullable String> values) {
        return new DeadLetters.Filter(
                text(values.apply("queue")),
                text(values.apply("kind")),
                text(values.apply("signature")),
                time("from", values.apply("from")),
                time("before", values.apply("before")),
                flag("discarded", values.apply("discarded")));
    }

    /** The parameters that name a filter, by name; what it leaves open is left out. */
    public static Map<String, String> parameters(DeadLetters.Filter filter) {
        Map<String, String> named = new LinkedHashMap<>();
        put(named, "queue", filter.queue());
        put(named, "kind", filter.kind());
        put(named, "signature", filter.signature());
        put(named, "from", filter.diedFrom());
        put(named, "before", filter.diedBefore());
        put(named, "discarded", filter.discarded() ? "true" : null);
        return named;
    }

    private static void put(Map<String, String> named, String name, @Nullable Object value) {
        if (value != null) {
            named.put(name, value.toString());
        }
    }

    /** A filter as the query of an address; empty for all letters. */
    public static String query(DeadLetters.Filter filter) {
        return parameters(filter).entrySet().stream()
                .map(named -> named.getKey() + "=" + Paths.encoded(named.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static boolean flag(String name, @Nullable String value) {
        if (value == null || value.isBlank() || value.equals("false")) {
            return false;
        }
        if (value.equals("true")) {
            return true;
        }
        throw new IllegalArgumentException("'" + name + "' is '" + value + "', but must be true or false");
    }

    private static @Nullable String text(@Nullable String value) {
        return value == null || value.isBlank() ? null : value;
    }

    private static @Nullable Instant time(String name, @Nullable String value) {
        if (value == null || value.isBlank()) {
            return null;
        }
        try {
            return parsed(value);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'" + name + "' is '" + value
                            + "', but must be a day or a time such as 2026-01-31 or 2026-01-31T10:00:00Z, from 1970 to 2199",
                    e);
        }
    }

    private static Instant parsed(String text) {
        Instant time = text.length() == DAY_LENGTH
                ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                : Instant.parse(text);
        if (time.isBefore(Instant.EPOCH) || !time.isBefore(END)) {
            throw new DateTimeException("out of bounds");
        }
        return time;
    }
}
