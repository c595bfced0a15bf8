package dev.oncemore.spreadsheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.poi.ss.SpreadsheetVersion;
import org.apache.poi.ss.usermodel.FillPatternType;
import org.apache.poi.ss.usermodel.IndexedColors;
import org.apache.poi.ss.util.AreaReference;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workbook with added cells is otherwise unchanged. */
class WorkbookPatchTest {
    private static final String SHEET = "xl/worksheets/sheet1.xml";

    private static final AddedCells ADDED = new AddedCells() {
        @Override
        public List<String> headings() {
            return List.of("status", "message");
        }

        @Override
        public List<String> of(int row) {
            return row == 3 ? null : List.of("Created", "=1+1 & <row " + row + ">");
        }
    };

    private static byte[] book() throws IOException {
        return PoiWorkbooks.make(book -> {
            XSSFSheet sheet = book.createSheet("Sheet1");
            for (int r = 0; r < 5; r++) {
                for (int c = 0; c < 4; c++) {
                    sheet.createRow(r);
                }
            }
            for (int r = 0; r < 5; r++) {
                for (int c = 0; c < 4; c++) {
                    sheet.getRow(r).createCell(c).setCellValue(r == 0 ? "h" + c : "v" + r + c);
                }
            }
            sheet.getRow(1).getCell(3).setCellFormula("LEN(A2)");
            var style = book.createCellStyle();
            style.setFillForegroundColor(IndexedColors.YELLOW.getIndex());
            style.setFillPattern(FillPatternType.SOLID_FOREGROUND);
            sheet.getRow(1).getCell(0).setCellStyle(style);
            sheet.addMergedRegion(new CellRangeAddress(3, 3, 0, 1));
            sheet.createTable(new AreaReference("A1:D5", SpreadsheetVersion.EXCEL2007));
            sheet.createFreezePane(0, 1);
            book.createSheet("Other").createRow(0).createCell(0).setCellFormula("Sheet1!A2");
            book.createName().setNameName("somewhere");
            book.getName("somewhere").setRefersToFormula("Sheet1!$A$1");
            book.getCreationHelper().createFormulaEvaluator().evaluateAll();
        });
    }

    private static Map<String, byte[]> parts(byte[] book) throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(book))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                parts.put(entry.getName(), in.readAllBytes());
            }
        }
        return parts;
    }

    private static byte[] with(byte[] book, String part, String content) throws IOException {
        Map<String, byte[]> parts = parts(book);
        parts.put(part, content.getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return out.toByteArray();
    }

    @Test
    void cellsAreAdded_andEverythingElseStays() throws Exception {
        byte[] book = book();
        byte[] patched = WorkbookPatch.add(book, "Sheet1", 4, 1, ADDED);
        Map<String, byte[]> before = parts(book);
        Map<String, byte[]> after = parts(patched);
        assertThat(after.keySet()).containsExactlyElementsOf(before.keySet());
        before.forEach((name, content) -> {
            if (!name.equals(SHEET)) {
                assertThat(after.get(name)).as(name).isEqualTo(content);
            }
        });
        String xml = new String(after.get(SHEET), StandardCharsets.UTF_8);
        assertThat(xml.replaceAll("<c r=\"[EF]\\d\" t=\"inlineStr\">.*?</c>", "")
                        .replace("ref=\"A1:F5\"", "ref=\"A1:D5\""))
                .as("without what was added it is what it was")
                .isEqualTo(new String(before.get(SHEET), StandardCharsets.UTF_8));
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "E1")).isEqualTo("status");
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "F2")).isEqualTo("=1+1 & <row 2>");
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "E3")).isEmpty();
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "E5")).isEqualTo("Created");
        try (XSSFWorkbook read = new XSSFWorkbook(new ByteArrayInputStream(patched))) {
            XSSFSheet sheet = read.getSheet("Sheet1");
            assertThat(sheet.getRow(1).getCell(3).getCellFormula()).isEqualTo("LEN(A2)");
            assertThat(sheet.getRow(1).getCell(0).getCellStyle().getFillForegroundColor())
                    .isEqualTo(IndexedColors.YELLOW.getIndex());
            assertThat(sheet.getTables()).hasSize(1);
            assertThat(sheet.getNumMergedRegions()).isEqualTo(1);
            assertThat(sheet.getRow(1).getCell(5).getCellType())
                    .as("a text, and no formula")
                    .isEqualTo(org.apache.poi.ss.usermodel.CellType.STRING);
        }
    }

    @Test
    void prefixesCommentsSpansAndEmptyRowsAreUnderstood() throws Exception {
        String main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
        String xml = "<?xml version=\"1.0\"?><!-- <x:row r=\"9\"> --><x:worksheet xmlns:x='" + main + "'>"
                + "<x:dimension ref=\"A1\"/><x:sheetData><x:row r=\"1\" spans=\"1:1\" ht='20'><x:c r=\"A1\" t=\"str\"><x:v>a&gt;b</x:v></x:c></x:row>"
                + "<x:row r='2' spans='1:1'><x:c r=\"A2\" t=\"inlineStr\"><x:is><x:t><![CDATA[</x:row>]]></x:t></x:is></x:c></x:row>"
                + "<x:row r=\"3\"><x:c r=\"A3\"><x:v>1</x:v></x:c></x:row><x:row r=\"4\"/></x:sheetData></x:worksheet>";
        byte[] patched = WorkbookPatch.add(with(book(), SHEET, xml), "Sheet1", 1, 1, ADDED);
        String after = new String(parts(patched).get(SHEET), StandardCharsets.UTF_8);
        assertThat(after)
                .contains("ref=\"A1:C1\"", "<x:row r=\"1\" ht='20'>", "<x:row r=\"4\"/>", "<!-- <x:row r=\"9\"> -->")
                .contains("<x:c r=\"B2\" t=\"inlineStr\"><x:is><x:t xml:space=\"preserve\">Created</x:t></x:is></x:c>");
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "A2")).isEqualTo("</x:row>");
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "B2")).isEqualTo("Created");
    }

    @Test
    void aSheetWithoutRoomIsRefused() throws Exception {
        byte[] book = book();
        assertThatThrownBy(() -> WorkbookPatch.add(book, "Sheet1", 16_383, 1, ADDED))
                .hasMessageContaining("no room for 2 more");
        assertThatThrownBy(() -> WorkbookPatch.add(book, "None", 1, 1, ADDED))
                .hasMessageContaining("there is no sheet 'None' in this workbook, only Sheet1, Other");
    }

    @Test
    void libreOfficeOpensIt(@TempDir Path folder) throws Exception {
        Path office = List.of("/usr/bin/soffice", "/usr/bin/libreoffice", "/usr/local/bin/soffice").stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(office != null, "LibreOffice is not installed");
        Path file = Files.write(folder.resolve("b.xlsx"), WorkbookPatch.add(book(), "Sheet1", 4, 1, ADDED));
        Process process = new ProcessBuilder(
                        String.valueOf(office),
                        "-env:UserInstallation=" + folder.resolve("profile").toUri(),
                        "--headless",
                        "--convert-to",
                        "csv",
                        "--outdir",
                        folder.toString(),
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(folder.resolve("b.csv"))).contains("h0,h1,h2,h3,status,message", "Created");
    }
}
