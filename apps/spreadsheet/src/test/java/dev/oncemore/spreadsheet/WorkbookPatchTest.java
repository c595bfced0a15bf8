package dev.oncemore.spreadsheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.poi.ss.SpreadsheetVersion;
import org.apache.poi.ss.usermodel.FillPatternType;
import org.apache.poi.ss.usermodel.IndexedColors;
import org.apache.poi.ss.util.AreaReference;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A workbook with added cells is otherwise unchanged. */
class WorkbookPatchTest {
    private static final String SHEET = "xl/worksheets/sheet1.xml";

    private static final AddedCells ADDED = new AddedCells() {
        @Override
        public List<String> headings() {
            return List.of("status", "message");
        }

        @Override
        public List<Integer> widths() {
            return List.of(11, 40);
        }

        @Override
        public int lastRow() {
            return 5;
        }

        @Override
        public @Nullable List<CellValue> of(int row) {
            return row == 3
                    ? null
                    : List.of(
                            CellValue.text(row == 5 ? "Error" : "Created"), CellValue.text("=1+1 & <row " + row + ">"));
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

    @Test
    void cellsAreAdded_andEverythingElseStays() throws Exception {
        byte[] book = book();
        byte[] patched = WorkbookPatch.add(book, "Sheet1", 1, ADDED, Set.of());
        Map<String, byte[]> before = PoiWorkbooks.parts(book);
        Map<String, byte[]> after = PoiWorkbooks.parts(patched);
        assertThat(after.keySet()).containsExactlyElementsOf(before.keySet());
        before.forEach((name, content) -> {
            if (!List.of(SHEET, "xl/styles.xml", "xl/tables/table1.xml").contains(name)) {
                assertThat(after.get(name)).as(name).isEqualTo(content);
            }
        });
        String xml = new String(after.get(SHEET), StandardCharsets.UTF_8);
        assertThat(xml.replaceAll("<c r=\"[EF]\\d\"( s=\"0\")? t=\"inlineStr\">.*?</c>", "")
                        .replaceAll("<cols>.*?</cols>", "")
                        .replace("ref=\"A1:F5\"", "ref=\"A1:D5\""))
                .as("without what was added it is what it was")
                .isEqualTo(new String(before.get(SHEET), StandardCharsets.UTF_8));
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "E1")).isEqualTo("status");
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "F2")).isEqualTo("=1+1 & <row 2>");
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "E3")).isEmpty();
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "E5")).isEqualTo("Error");
        try (XSSFWorkbook read = new XSSFWorkbook(new ByteArrayInputStream(patched))) {
            XSSFSheet sheet = read.getSheet("Sheet1");
            assertThat(sheet.getRow(1).getCell(3).getCellFormula()).isEqualTo("LEN(A2)");
            assertThat(sheet.getRow(1).getCell(0).getCellStyle().getFillForegroundColor())
                    .isEqualTo(IndexedColors.YELLOW.getIndex());
            assertThat(sheet.getNumMergedRegions()).isEqualTo(1);
            assertThat(sheet.getColumnWidth(5)).isEqualTo(40 * 256);
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
        byte[] patched = WorkbookPatch.add(
                PoiWorkbooks.with(book(), SHEET, xml.getBytes(StandardCharsets.UTF_8)), "Sheet1", 1, ADDED, Set.of());
        String after = new String(PoiWorkbooks.parts(patched).get(SHEET), StandardCharsets.UTF_8);
        assertThat(after)
                .contains("ref=\"A1:F1\"", "<x:row r=\"1\" ht='20'>", "<x:row r=\"4\"/>", "<!-- <x:row r=\"9\"> -->")
                .contains("<x:c r=\"E2\" t=\"inlineStr\"><x:is><x:t xml:space=\"preserve\">Created</x:t></x:is></x:c>");
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "A2")).isEqualTo("</x:row>");
        assertThat(PoiWorkbooks.seen(patched, "Sheet1", "E2")).isEqualTo("Created");
    }

    @Test
    void aSheetWithoutRoomIsRefused() throws Exception {
        byte[] full = PoiWorkbooks.make(book -> {
            XSSFSheet sheet = book.createSheet("Sheet1");
            sheet.createRow(0).createCell(16_382).setCellValue("far right");
        });
        assertThatThrownBy(() -> WorkbookPatch.add(full, "Sheet1", 1, ADDED, Set.of()))
                .hasMessageContaining("no room for 2 more");
        byte[] book = book();
        assertThatThrownBy(() -> WorkbookPatch.add(book, "None", 1, ADDED, Set.of()))
                .hasMessageContaining("there is no sheet 'None' in this workbook, only Sheet1, Other");
    }

    @Test
    void aPartInUtf16IsRefused_becauseItWouldComeBackWithoutItsStatus() throws Exception {
        Map<String, byte[]> parts = PoiWorkbooks.parts(book());
        byte[] wide = ("\uFEFF" + new String(parts.get(SHEET), StandardCharsets.UTF_8).replace("UTF-8", "UTF-16"))
                .getBytes(StandardCharsets.UTF_16BE);
        assertThatThrownBy(
                        () -> WorkbookPatch.add(PoiWorkbooks.with(book(), SHEET, wide), "Sheet1", 1, ADDED, Set.of()))
                .hasMessageContaining("in UTF-16");
    }
}
