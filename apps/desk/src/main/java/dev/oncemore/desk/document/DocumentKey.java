package dev.oncemore.desk.document;

import dev.oncemore.once.record.Key;
import java.util.Objects;

/** Keys of documents, such as {@code comp1:invoice:001}. */
final class DocumentKey {
    private DocumentKey() {}

    /** The key of a company's document. A colon within a part is escaped. */
    static Key of(String company, DocumentType type, String number) {
        String value = part("company", company) + ":" + type.word() + ":" + part("number", number);
        return Key.of(company, type.operation(), value);
    }

    /** Without this check all documents without a number would be one. */
    private static String part(String what, String text) {
        if (Objects.requireNonNull(text, what).isBlank()) {
            throw new IllegalArgumentException(what + " must not be blank");
        }
        return text.replace("%", "%25").replace(":", "%3A");
    }
}
