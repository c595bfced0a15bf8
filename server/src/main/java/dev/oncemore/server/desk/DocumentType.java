package dev.oncemore.server.desk;

import java.util.Arrays;
import java.util.Locale;

/** What can be sent. */
public enum DocumentType {
    /** An invoice. */
    INVOICE("invoice", "billing_date"),
    /** A delivery slip. */
    DELIVERY("delivery_slip", "delivery_slip_date");

    private final String noun;
    private final String dateField;

    DocumentType(String noun, String dateField) {
        this.noun = noun;
        this.dateField = dateField;
    }

    /** As people write it, and as keys have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The object of the accounting API that holds one. */
    String noun() {
        return noun;
    }

    String plural() {
        return noun + "s";
    }

    String numberField() {
        return noun + "_number";
    }

    String dateField() {
        return dateField;
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
