package dev.oncemore.sandbox;

import java.util.Locale;

/** The types of documents, with the names that the API uses for their parts. */
enum DocumentKind {
    INVOICE("invoice", "billing_date", "invoice_note"),
    DELIVERY("delivery_slip", "delivery_slip_date", "delivery_slip_note");

    private final String noun;
    private final String dateField;
    private final String noteField;

    DocumentKind(String noun, String dateField, String noteField) {
        this.noun = noun;
        this.dateField = dateField;
        this.noteField = noteField;
    }

    /** The name in {@code /_created} and in the sandbox's own keys. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name of the JSON object of one document. */
    String noun() {
        return noun;
    }

    /** The path, and the name of the JSON list of documents. */
    String plural() {
        return noun + "s";
    }

    String numberField() {
        return noun + "_number";
    }

    String dateField() {
        return dateField;
    }

    String noteField() {
        return noteField;
    }
}
