package dev.oncemore.http;

/**
 * The headers by which clients and servers agree about repetitions; {@link RemainingTime} has its own.
 *
 * <pre>{@code
 * request.header(RetryHeaders.IDEMPOTENCY_KEY, RetryHeaders.key("inv-001"))
 * }</pre>
 */
public final class RetryHeaders {
    /** What a request is known by, the same for every attempt: see {@link #key}. */
    public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    /** How many attempts there were before this one. */
    public static final String RETRY_COUNT = "X-Retry-Count";

    /** When the first attempt was made. */
    public static final String ORIGINAL_REQUEST_AT = "X-Original-Request-At";

    /** {@code true} on a response that was kept from an earlier request with the same key. */
    public static final String REPLAYED = "Idempotent-Replayed";

    private RetryHeaders() {}

    /** The value of {@link #IDEMPOTENCY_KEY} for a key of printable ASCII characters: a string in quotes, as the draft wants it. */
    public static String key(String key) {
        StringBuilder value = new StringBuilder("\"");
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c < ' ' || c > '~') {
                throw new IllegalArgumentException(
                        "a key must be printable ASCII, but character " + (i + 1) + " is not");
            }
            if (c == '"' || c == '\\') {
                value.append('\\');
            }
            value.append(c);
        }
        return value.append('"').toString();
    }
}
