package dev.oncemore.testkit.net;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A response that a test gives through a {@link MemoryHttpClient}.
 *
 * @param status the status
 * @param body the body
 * @param headers the headers, each of which occurs once
 */
public record HttpAnswer(int status, String body, Map<String, String> headers) {

    /** Copies the headers; case does not matter in their names. */
    public HttpAnswer {
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        headers = Collections.unmodifiableMap(copy);
    }

    /** A response without a body. */
    public static HttpAnswer of(int status) {
        return new HttpAnswer(status, "", Map.of());
    }

    /** The value of a header, if there is one. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }
}
