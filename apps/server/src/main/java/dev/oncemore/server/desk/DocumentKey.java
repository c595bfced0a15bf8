package dev.oncemore.server.desk;

import dev.oncemore.once.record.Key;
import java.util.Objects;

/** Keys of documents: {@code comp1:invoice:001} of operation {@code document:invoice}. */
final class DocumentKey {
    private DocumentKey() {}

    /** The operation that creates documents of this type. */
    static String operation(String type) {
        return "document:" + type;
    }

    /** The key of a company's document. A colon within a part is escaped. */
    static Key of(String company, String type, String number) {
        String value = part("company", company) + ":" + part("type", type) + ":" + part("number", number);
        return Key.of(company, operation(type), value);
    }

    /** Without this check all documents without a number would be one. */
    private static String part(String what, String text) {
        if (Objects.requireNonNull(text, what).isBlank()) {
            throw new IllegalArgumentException(what + " must not be blank");
        }
        return text.replace("%", "%25").replace(":", "%3A");
    }
}
