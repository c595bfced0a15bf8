package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.Document;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An uploaded sheet.
 *
 * @param id its id
 * @param company whose documents it holds
 * @param type what they are
 * @param fileName as the file was called
 * @param reading how it was read
 * @param who brought it
 * @param createdAt when
 * @param confirmedAt when it was confirmed, since when it is sent; null before
 */
public record Sheet(
        String id,
        String company,
        DocumentType type,
        String fileName,
        Reading reading,
        String who,
        Instant createdAt,
        @Nullable Instant confirmedAt) {
    /** The same, read in another way. */
    public Sheet with(Reading other) {
        return new Sheet(id, company, type, fileName, other, who, createdAt, confirmedAt);
    }

    /** For trails and messages: its file and its id. */
    public String named() {
        return fileName + " (" + id + ")";
    }

    /** The document that rows which passed the checks make up. */
    public Document document(List<SheetRow> rows) {
        SheetRow first = rows.get(0);
        return new Document(
                new DocumentName(company, type, first.document()),
                Dates.date(first.line().cell(Column.DATE), reading.dates()).orElseThrow(),
                first.line().cell(Column.PARTNER),
                rows.stream().map(row -> item(row.line(), reading)).toList());
    }

    private static Document.Item item(TypedRow line, Reading reading) {
        NumberStyle style = reading.numbers();
        return new Document.Item(
                line.cell(Column.DESCRIPTION),
                Cells.decimal(line.cell(Column.QUANTITY), style).orElseThrow(),
                Cells.decimal(line.cell(Column.UNIT_PRICE), style).orElseThrow(),
                reading.taxRate(line.cell(Column.TAX_RATE)).orElseThrow());
    }

    /** Whether it is sent, or has been. */
    public boolean isConfirmed() {
        return confirmedAt != null;
    }
}
