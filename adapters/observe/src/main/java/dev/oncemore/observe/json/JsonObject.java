package dev.oncemore.observe.json;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON object on one line. Null values are omitted.
 *
 * <pre>{@code
 * new JsonObject().add("event", "dependency_retry_scheduled").add("attempt", 2).toString()
 * }</pre>
 */
public final class JsonObject {
    private final StringBuilder text = new StringBuilder(128).append('{');

    /** Creates an empty object. */
    public JsonObject() {}

    /** Adds a string. */
    public JsonObject add(String name, @Nullable String value) {
        if (value != null) {
            name(name);
            quote(value);
        }
        return this;
    }

    /** Adds an integer. */
    public JsonObject add(String name, long value) {
        name(name);
        text.append(value);
        return this;
    }

    /** Adds a number with at most six decimals; a non-finite one is omitted. */
    public JsonObject add(String name, double value) {
        if (Double.isFinite(value)) {
            name(name);
            text.append(String.format(Locale.ROOT, "%.6f", value).replaceAll("\\.?0+$", ""));
        }
        return this;
    }

    /** Adds a boolean. */
    public JsonObject add(String name, boolean value) {
        name(name);
        text.append(value);
        return this;
    }

    /** Adds a nested object. */
    public JsonObject add(String name, @Nullable JsonObject value) {
        if (value != null) {
            name(name);
            text.append(value);
        }
        return this;
    }

    /** Adds an array of objects. */
    public <T> JsonObject addAll(String name, List<T> values, Function<T, JsonObject> writing) {
        name(name);
        text.append('[');
        String between = "";
        for (T value : values) {
            text.append(between).append(writing.apply(value));
            between = ",";
        }
        text.append(']');
        return this;
    }

    private void name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        quote(name);
        text.append(':');
    }

    /** Escapes characters that could end the line or the string: external text must not forge a second line. */
    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (isSafe(value, i)) {
                        text.append(c);
                    } else {
                        text.append(String.format("\\u%04x", (int) c));
                    }
                }
            }
        }
        text.append('"');
    }

    private static boolean isSafe(String value, int at) {
        char c = value.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 < value.length() && Character.isLowSurrogate(value.charAt(at + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return at > 0 && Character.isHighSurrogate(value.charAt(at - 1));
        }
        return !Character.isISOControl(c) && c != '\u2028' && c != '\u2029';
    }

    /** The JSON text so far. */
    @Override
    public String toString() {
        return text + "}";
    }
}
