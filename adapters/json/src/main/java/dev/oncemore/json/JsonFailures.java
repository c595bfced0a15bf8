package dev.oncemore.json;

import dev.oncemore.OncemoreException;
import org.jspecify.annotations.Nullable;

/** What a codec throws if a value cannot be written or read. */
public final class JsonFailures {
    private JsonFailures() {}

    /** A value of a type that could be written shows only now that it cannot. */
    public static IllegalArgumentException unwritable(String type, @Nullable String problem, Throwable cause) {
        return new IllegalArgumentException("a value of " + type + " cannot be written as JSON: " + problem, cause);
    }

    /**
     * What is stored is of another type. The message names the position but not the content, which may be confidential.
     *
     * @param path the position; empty for the whole value
     */
    public static OncemoreException unreadable(String type, String path, Throwable cause) {
        return new OncemoreException(
                "the stored value cannot be read as " + type + " ("
                        + cause.getClass().getSimpleName() + " at " + (path.isEmpty() ? "the top" : path)
                        + "); it may have been written as another type; properties may be added or removed, but must keep their types",
                cause);
    }
}
