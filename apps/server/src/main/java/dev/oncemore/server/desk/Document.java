package dev.oncemore.server.desk;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;

/** A document that is ready to be created. */
record Document(DocumentName name, LocalDate date, String partner, List<Item> items) {

    /** A line. */
    record Item(String description, BigDecimal quantity, BigDecimal unitPrice, BigDecimal taxRate) {}

    /** Out of rows that passed the checks. */
    static Document of(Sheet sheet, List<SheetRow> rows) {
        SheetRow first = rows.get(0);
        return new Document(
                new DocumentName(sheet.company(), sheet.type(), first.document()),
                Dates.date(first.line().cell(Column.DATE), sheet.reading().dates())
                        .orElseThrow(),
                first.line().cell(Column.PARTNER),
                rows.stream()
                        .map(row -> item(row.line(), sheet.reading().numbers()))
                        .toList());
    }

    private static Item item(TypedRow line, NumberStyle style) {
        return new Item(
                line.cell(Column.DESCRIPTION),
                Cells.decimal(line.cell(Column.QUANTITY), style).orElseThrow(),
                Cells.decimal(line.cell(Column.UNIT_PRICE), style).orElseThrow(),
                Cells.percent(line.cell(Column.TAX_RATE), style).orElseThrow());
    }

    /** The same for the same content, however it was typed. */
    String content() {
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

    static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
