package dev.oncemore.server;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.util.CellReference;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

/** Workbooks made and read by Apache POI. */
public final class PoiWorkbooks {
    private PoiWorkbooks() {}

    /** Makes a workbook. */
    public static byte[] make(Consumer<XSSFWorkbook> filler) throws IOException {
        try (XSSFWorkbook book = new XSSFWorkbook();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            filler.accept(book);
            book.write(out);
            return out.toByteArray();
        }
    }

    /** The text of a cell as people see it. */
    public static String seen(byte[] book, String sheet, String cell) throws IOException {
        try (XSSFWorkbook read = new XSSFWorkbook(new ByteArrayInputStream(book))) {
            Sheet found = read.getSheet(sheet);
            var reference = new CellReference(cell);
            Row row = found.getRow(reference.getRow());
            Cell there = row == null ? null : row.getCell(reference.getCol());
            return there == null ? "" : new DataFormatter().formatCellValue(there);
        }
    }
}
