package dev.oncemore.desk.document;

import java.util.Arrays;
import java.util.Locale;

/** What can be sent. */
public enum DocumentType {
    /** An invoice. */
    INVOICE,
    /** A delivery slip. */
    DELIVERY;

    /** As people write it, and as keys have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The operation that creates documents of this type. */
    public String operation() {
        return "document:" + word();
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException when there is no such type; the message names them
     */
    public static DocumentType parse(String text) {
        return Arrays.stream(values())
                .filter(type -> type.word().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no document type '" + text + "'; the types are invoice and delivery"));
    }
}
