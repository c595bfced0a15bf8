package dev.oncemore.server.desk;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The columns of a sheet; each is required. */
public enum Column {
    /** The document's number; rows with the same number are lines of one document. */
    NUMBER,
    /** The document's date. */
    DATE,
    /** Whom it is for. */
    PARTNER,
    /** What a line is about. */
    DESCRIPTION,
    /** How many. */
    QUANTITY,
    /** The price of one. */
    UNIT_PRICE,
    /** The tax in percent. */
    TAX_RATE;

    /** As headings have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All of them, in the order of templates. */
    static List<String> words() {
        return Arrays.stream(values()).map(Column::word).toList();
    }

    static Optional<Column> of(String heading) {
        String word = Normalizer.normalize(heading, Normalizer.Form.NFKC)
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[\\s-]+", "_");
        return Arrays.stream(values())
                .filter(column -> column.word().equals(word))
                .findFirst();
    }
}
