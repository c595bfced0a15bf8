package dev.oncemore.http;

/**
 * The headers about repeated requests, shared by clients and servers; {@link RemainingTime} has its own.
 *
 * <pre>{@code
 * request.header(RetryHeaders.IDEMPOTENCY_KEY, RetryHeaders.key("inv-001"))
 * }</pre>
 */
public final class RetryHeaders {
    /** Identifies a request, the same for every attempt: see {@link #key}. */
    public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    /** The number of attempts before this one. */
    public static final String RETRY_COUNT = "X-Retry-Count";

    /** The time of the first attempt. */
    public static final String ORIGINAL_REQUEST_AT = "X-Original-Request-At";

    /**
     * {@value #CALLER} on a request whose caller repeats it if it fails, or was itself called by one who does. Services
     * behind it should try once, because attempts multiply: three at each of five layers are 243.
     */
    public static final String RETRY_OWNER = "X-Retry-Owner";

    /** The value of {@link #RETRY_OWNER}; any other is ignored. */
    public static final String CALLER = "caller";

    /** {@code true} on a response replayed from an earlier request with the same key. */
    public static final String REPLAYED = "Idempotent-Replayed";

    private RetryHeaders() {}

    /**
     * The value of {@link #IDEMPOTENCY_KEY} for a key of printable ASCII characters: a quoted string, as in the draft.
     */
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

    /**
     * The key in a value of {@link #IDEMPOTENCY_KEY}: without quotes, as servers record and log it. A value that is no
     * quoted string is returned as it is.
     */
    public static String keyIn(String value) {
        String text = value.strip();
        int last = text.length() - 1;
        if (last < 2 || text.charAt(0) != '"') {
            return text;
        }
        StringBuilder key = new StringBuilder();
        int i = 1;
        while (i < last && text.charAt(i) != '"') {
            i += text.charAt(i) == '\\' ? 1 : 0;
            key.append(text.charAt(i));
            i++;
        }
        return i == last && text.charAt(last) == '"' && !key.toString().isBlank() ? key.toString() : text;
    }
}
