package dev.oncemore.sandbox;

import java.util.Locale;

/** The kinds of documents, with the names that the API has for their parts. */
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

    /** In {@code /_created} and in our own keys. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The object that holds one of them. */
    String noun() {
        return noun;
    }

    /** The path, and the list that holds several of them. */
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
