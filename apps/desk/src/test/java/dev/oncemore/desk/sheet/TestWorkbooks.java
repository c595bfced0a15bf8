package dev.oncemore.desk.sheet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;

/** Workbooks made and read by other people's libraries. */
public final class TestWorkbooks {
    /** The headings that need no choosing. */
    public static final List<String> HEADINGS =
            List.of("number", "date", "partner", "description", "quantity", "unit_price", "tax_rate");

    private TestWorkbooks() {}

    /** Made by Apache POI. */
    public static byte[] poi(Consumer<XSSFWorkbook> filler) throws IOException {
        try (XSSFWorkbook book = new XSSFWorkbook();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            filler.accept(book);
            book.write(out);
            return out.toByteArray();
        }
    }

    /** One sheet with headings and rows; numbers stay numbers. */
    public static byte[] poi(List<List<Object>> rows) throws IOException {
        return poi(book -> fill(book.createSheet("Sheet1"), rows));
    }

    public static void fill(XSSFSheet sheet, List<List<Object>> rows) {
        put(sheet.createRow(0), List.copyOf(HEADINGS));
        for (int i = 0; i < rows.size(); i++) {
            put(sheet.createRow(i + 1), rows.get(i));
        }
    }

    static void put(Row row, List<?> values) {
        for (int i = 0; i < values.size(); i++) {
            Cell cell = row.createCell(i);
            if (values.get(i) instanceof Number number) {
                cell.setCellValue(number.doubleValue());
            } else {
                cell.setCellValue(String.valueOf(values.get(i)));
            }
        }
    }

    /** Made by fastexcel. */
    static byte[] fastexcel(List<List<Object>> rows) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Workbook book = new Workbook(out, "test", "1.0")) {
            Worksheet sheet = book.newWorksheet("Sheet 1");
            for (int c = 0; c < HEADINGS.size(); c++) {
                sheet.value(0, c, HEADINGS.get(c));
            }
            for (int r = 0; r < rows.size(); r++) {
                for (int c = 0; c < rows.get(r).size(); c++) {
                    Object value = rows.get(r).get(c);
                    if (value instanceof Number number) {
                        sheet.value(r + 1, c, number);
                    } else {
                        sheet.value(r + 1, c, String.valueOf(value));
                    }
                }
            }
        }
        return out.toByteArray();
    }

    /** What Apache POI sees in a cell, as people would. */
    public static String seen(byte[] book, String sheet, String cell) throws IOException {
        try (XSSFWorkbook read = new XSSFWorkbook(new ByteArrayInputStream(book))) {
            Sheet found = read.getSheet(sheet);
            var reference = new org.apache.poi.ss.util.CellReference(cell);
            Row row = found.getRow(reference.getRow());
            Cell there = row == null ? null : row.getCell(reference.getCol());
            return there == null ? "" : new DataFormatter().formatCellValue(there);
        }
    }
}
