package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentType;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * What can be sent of a sheet.
 *
 * @param documents how many
 * @param amount their sum without tax
 */
public record Total(int documents, BigDecimal amount) {
    static final Total NOTHING = new Total(0, BigDecimal.ZERO);

    Total plus(Total more) {
        return new Total(documents + more.documents, amount.add(more.amount));
    }

    Total minus(Total less) {
        return new Total(documents - less.documents, amount.subtract(less.amount));
    }

    /** "37 invoices, 1,204,500 without tax". */
    public String words(DocumentType type) {
        String noun = type == DocumentType.INVOICE ? "invoice" : "delivery slip";
        return Plural.of(documents, noun)
                + String.format(Locale.ROOT, ", %,.2f without tax", amount).replace(".00 without", " without");
    }
}
