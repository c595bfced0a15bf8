package dev.oncemore.bench.desk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;

/** Sheets of twelve columns: the seven that the desk needs, and five others. */
final class SampleSheet {
    private static final List<String> HEADINGS = List.of(
            "number",
            "date",
            "partner",
            "description",
            "quantity",
            "unit_price",
            "tax_rate",
            "unit",
            "project",
            "person",
            "note",
            "reference");
    private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);
    private static final int DAYS = 365;
    private static final int PARTNERS = 500;
    private static final int WINDOW = 100;

    private SampleSheet() {}

    private static Object[] cells(int row) {
        return new Object[] {
            "INV-%06d".formatted(row),
            FIRST.plusDays(row % DAYS).toString(),
            "Partner " + row % PARTNERS + " & Co.",
            "Delivery of goods no. " + row,
            1 + row % 20,
            100 + row % 900 + 0.5,
            row % 2 == 0 ? 10 : 8,
            "pcs",
            "P-" + row % 40,
            "Person " + row % 30,
            "note " + row % 1_000,
            row * 7
        };
    }

    /** Writes a workbook with Apache POI. */
    static Path workbook(Path file, int rows) throws IOException {
        try (SXSSFWorkbook book = new SXSSFWorkbook(null, WINDOW, false, true);
                OutputStream out = Files.newOutputStream(file)) {
            Sheet sheet = book.createSheet("Invoices");
            put(sheet.createRow(0), HEADINGS.toArray());
            for (int i = 1; i <= rows; i++) {
                put(sheet.createRow(i), cells(i));
            }
            book.write(out);
        }
        return file;
    }

    private static void put(Row row, Object[] values) {
        for (int i = 0; i < values.length; i++) {
            Cell cell = row.createCell(i);
            if (values[i] instanceof Number number) {
                cell.setCellValue(number.doubleValue());
            } else {
                cell.setCellValue(String.valueOf(values[i]));
            }
        }
    }

    /** The rows from this number on. */
    static byte[] csv(int first, int rows) {
        StringBuilder text = new StringBuilder(String.join(",", HEADINGS)).append('\n');
        for (int i = first; i < first + rows; i++) {
            Object[] cells = cells(i);
            for (int c = 0; c < cells.length; c++) {
                text.append(c == 0 ? "" : ",").append(cells[c]);
            }
            text.append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
