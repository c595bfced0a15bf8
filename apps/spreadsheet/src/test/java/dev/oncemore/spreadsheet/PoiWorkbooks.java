package dev.oncemore.spreadsheet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.util.CellReference;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

/** Workbooks made and read by Apache POI. */
final class PoiWorkbooks {
    private PoiWorkbooks() {}

    /** Makes a workbook. */
    static byte[] make(Consumer<XSSFWorkbook> filler) throws IOException {
        try (XSSFWorkbook book = new XSSFWorkbook();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            filler.accept(book);
            book.write(out);
            return out.toByteArray();
        }
    }

    /** The text of a cell as people see it. */
    static String seen(byte[] book, String sheet, String cell) throws IOException {
        try (XSSFWorkbook read = new XSSFWorkbook(new ByteArrayInputStream(book))) {
            Sheet found = read.getSheet(sheet);
            var reference = new CellReference(cell);
            Row row = found.getRow(reference.getRow());
            Cell there = row == null ? null : row.getCell(reference.getCol());
            return there == null ? "" : new DataFormatter().formatCellValue(there);
        }
    }

    /** The parts of a workbook by name. */
    static Map<String, byte[]> parts(byte[] book) throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(book))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                parts.put(entry.getName(), in.readAllBytes());
            }
        }
        return parts;
    }

    /** The workbook with another content of a part. */
    static byte[] with(byte[] book, String part, byte[] content) throws IOException {
        Map<String, byte[]> parts = parts(book);
        parts.put(part, content);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return out.toByteArray();
    }

    /** The workbook with a text in a part replaced, which must be there. */
    static byte[] replaced(byte[] book, String part, String old, String now) throws IOException {
        String text = new String(parts(book).get(part), StandardCharsets.UTF_8);
        if (!text.contains(old)) {
            throw new IllegalArgumentException(old + " is not in " + text);
        }
        return with(book, part, text.replace(old, now).getBytes(StandardCharsets.UTF_8));
    }
}
