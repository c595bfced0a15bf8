package dev.oncemore.connector;

import dev.oncemore.http.RetryHeaders;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A document to send, as templates see it.
 *
 * @param type {@code invoice} or {@code delivery}
 * @param fields its values by the names in {@link #FIELDS}
 * @param lines its lines, with values by the names in {@link #LINE_FIELDS}
 * @param repetition how often it was tried before
 */
public record Outgoing(
        String type, Map<String, String> fields, List<Map<String, String>> lines, Repetition repetition) {
    /** The fields of a document that templates can use. */
    public static final Set<String> FIELDS = Set.of("company", "companyId", "number", "date", "partner", "key");
    /** The fields that a header can hold; the others may have characters outside of ASCII. */
    static final Set<String> HEADER_FIELDS = Set.of("company", "companyId", "date", "key");
    /** The fields that are numbers, if the company's id is one. */
    static final Set<String> NUMBERS = Set.of("companyId", "quantity", "unitPrice", "taxRate");
    /** The fields of a line that templates can use. */
    public static final Set<String> LINE_FIELDS = Set.of("description", "quantity", "unitPrice", "taxRate");

    /** Copies the collections. */
    public Outgoing {
        fields = Map.copyOf(fields);
        lines = List.copyOf(lines);
    }

    /** A document that is sent for the first time. */
    public Outgoing(String type, Map<String, String> fields, List<Map<String, String>> lines) {
        this(type, fields, lines, Repetition.NONE);
    }

    /**
     * The earlier attempts to send a document, which its request tells in headers.
     *
     * @param count the number of attempts before this one
     * @param firstAt the time of the first attempt
     */
    public record Repetition(int count, Instant firstAt) {
        /** No earlier attempts. */
        public static final Repetition NONE = new Repetition(0, Instant.EPOCH);

        Map<String, String> headers() {
            return count == 0
                    ? Map.of()
                    : Map.of(
                            RetryHeaders.RETRY_COUNT,
                            Integer.toString(count),
                            RetryHeaders.ORIGINAL_REQUEST_AT,
                            firstAt.truncatedTo(ChronoUnit.MILLIS).toString());
        }
    }
}
