package dev.oncemore.connector;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A document on its way out, as templates see it.
 *
 * @param type {@code invoice} or {@code delivery}
 * @param fields what it is, by the names in {@link #FIELDS}
 * @param lines its lines, by the names in {@link #LINE_FIELDS}
 */
public record Outgoing(String type, Map<String, String> fields, List<Map<String, String>> lines) {
    /** What a template can say of a document. */
    public static final Set<String> FIELDS = Set.of("company", "companyId", "number", "date", "partner", "key");
    /** What of it a header can hold: the others may be in any script. */
    static final Set<String> HEADER_FIELDS = Set.of("company", "companyId", "date", "key");
    /** What of it is a number, if the company's id is one. */
    static final Set<String> NUMBERS = Set.of("companyId", "quantity", "unitPrice", "taxRate");
    /** What a template can say of a line. */
    public static final Set<String> LINE_FIELDS = Set.of("description", "quantity", "unitPrice", "taxRate");

    /** Holds what it was given. */
    public Outgoing {
        fields = Map.copyOf(fields);
        lines = List.copyOf(lines);
    }
}
