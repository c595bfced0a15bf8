package dev.oncemore.desk.document;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;

/** A document that is ready to be created. */
public record Document(DocumentName name, LocalDate date, String partner, List<Item> items) {

    /** A line. */
    public record Item(String description, BigDecimal quantity, BigDecimal unitPrice, BigDecimal taxRate) {}

    /** The same for the same content, however it was typed. */
    public String content() {
        StringBuilder text = new StringBuilder();
        part(text, date.toString());
        part(text, partner);
        for (Item item : items) {
            part(text, item.description());
            part(text, plain(item.quantity()));
            part(text, plain(item.unitPrice()));
            part(text, plain(item.taxRate()));
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void part(StringBuilder text, String part) {
        text.append(part.length()).append(':').append(part);
    }

    public static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
