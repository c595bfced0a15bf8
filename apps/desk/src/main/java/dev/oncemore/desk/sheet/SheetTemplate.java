package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.spreadsheet.CellValue;
import dev.oncemore.spreadsheet.NewWorkbook;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A sheet to start from: the headings, a document of two lines, and one of one. */
public final class SheetTemplate {
    private static final int WIDTH = 18;

    private SheetTemplate() {}

    /** As CSV. */
    public static String csv(DocumentType type) {
        return String.join(",", Column.words()) + "\n"
                + rows(type).stream().map(row -> String.join(",", row) + "\n").collect(Collectors.joining());
    }

    /** As a workbook, whose columns of numbers and dates are texts: a spreadsheet changes nothing in them then. */
    public static byte[] workbook(DocumentType type) {
        Set<Integer> numbers = Set.of(Column.QUANTITY.place(), Column.UNIT_PRICE.place(), Column.TAX_RATE.place());
        List<List<CellValue>> rows = rows(type).stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(i -> numbers.contains(i) ? CellValue.number(row.get(i)) : CellValue.text(row.get(i)))
                        .toList())
                .toList();
        return NewWorkbook.of(
                type.word(), Column.words(), Collections.nCopies(Column.words().size(), WIDTH), rows);
    }

    /**
     * As a file.
     *
     * @param format csv or xlsx; csv unless given
     */
    public static Download file(DocumentType type, @Nullable String format) {
        if (format == null || format.isEmpty() || format.equals("csv")) {
            // With a mark: spreadsheets take it for their own old encoding otherwise.
            byte[] file = ("\uFEFF" + csv(type)).getBytes(StandardCharsets.UTF_8);
            return Download.of(type.word() + ".csv", Download.CSV, file);
        }
        if (format.equals("xlsx")) {
            return Download.of(type.word() + ".xlsx", Download.WORKBOOK, workbook(type));
        }
        throw new IllegalArgumentException("there is no format '" + format + "', only csv and xlsx");
    }

    private static List<List<String>> rows(DocumentType type) {
        String prefix = type == DocumentType.INVOICE ? "INV" : "DEL";
        return List.of(
                List.of(prefix + "-001", "2026-01-31", "Sample Trading", "Paper A4", "10", "480", "10"),
                List.of(prefix + "-001", "2026-01-31", "Sample Trading", "Delivery", "1", "600", "10"),
                List.of(prefix + "-002", "2026-01-31", "Example Foods", "Green tea", "24", "150", "8"));
    }
}
