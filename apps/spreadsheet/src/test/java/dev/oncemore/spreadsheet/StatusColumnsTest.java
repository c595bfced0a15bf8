package dev.oncemore.spreadsheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.poi.ss.SpreadsheetVersion;
import org.apache.poi.ss.usermodel.CellType;
import org.apache.poi.ss.util.AreaReference;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFTable;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;

/** Added columns belong to the table, the filter and the print area of their rows. */
class StatusColumnsTest {
    private static final Instant SENT = Instant.parse("2026-01-31T10:20:30Z");

    private static final AddedCells ADDED = new AddedCells() {
        @Override
        public List<String> headings() {
            return List.of("status", "document_id", "sent_at");
        }

        @Override
        public List<Integer> widths() {
            return List.of(11, 16, 24);
        }

        @Override
        public int lastRow() {
            return 5;
        }

        @Override
        public List<CellValue> of(int row) {
            return List.of(
                    CellValue.text(row == 3 ? "Error" : "Created"),
                    CellValue.number(row == 4 ? "007" : Integer.toString(1_000 + row)),
                    CellValue.time(SENT));
        }
    };

    @FunctionalInterface
    private interface Check {
        void check(XSSFWorkbook book, XSSFSheet sheet) throws Exception;
    }

    /** A sheet of headings and four rows in the columns A to C, and what is done to it. */
    private static byte[] book(Consumer<XSSFSheet> filler) throws IOException {
        return PoiWorkbooks.make(book -> {
            book.createSheet("Cover");
            XSSFSheet sheet = book.createSheet("It's (1)");
            for (int r = 0; r < 5; r++) {
                sheet.createRow(r);
                for (int c = 0; c < 3; c++) {
                    sheet.getRow(r).createCell(c).setCellValue(r == 0 ? "h" + c : "v" + r + c);
                }
            }
            filler.accept(sheet);
        });
    }

    private static void patched(byte[] book, Set<String> wanted, Check check) throws Exception {
        byte[] patched = WorkbookPatch.add(book, "It's (1)", 1, ADDED, wanted);
        try (XSSFWorkbook read = new XSSFWorkbook(new ByteArrayInputStream(patched))) {
            check.check(read, read.getSheet("It's (1)"));
        }
    }

    private static XSSFTable table(XSSFSheet sheet, String area) {
        XSSFTable table = sheet.createTable(new AreaReference(area, SpreadsheetVersion.EXCEL2007));
        table.getCTTable().addNewAutoFilter().setRef(area);
        table.setName("Rows");
        table.setDisplayName("Rows");
        return table;
    }

    private static String hidden(XSSFSheet sheet) {
        StringBuilder rows = new StringBuilder();
        for (int r = 0; r <= sheet.getLastRowNum(); r++) {
            rows.append(sheet.getRow(r) != null && sheet.getRow(r).getZeroHeight() ? "-" : "+");
        }
        return rows.toString();
    }

    @Test
    void timesAreDates_andIdsAreNumbersUnlessZerosWouldBeLost() throws Exception {
        for (boolean isFrom1904 : List.of(false, true)) {
            byte[] book = book(
                    sheet -> sheet.getWorkbook().getCTWorkbook().getWorkbookPr().setDate1904(isFrom1904));
            patched(book, Set.of(), (read, sheet) -> {
                assertThat(sheet.getRow(1).getCell(5).getLocalDateTimeCellValue())
                        .isEqualTo(LocalDateTime.of(2026, 1, 31, 10, 20, 30));
                assertThat(sheet.getRow(1).getCell(4).getNumericCellValue()).isEqualTo(1_002);
                assertThat(sheet.getRow(3).getCell(4).getCellType()).isEqualTo(CellType.STRING);
                assertThat(sheet.getColumnWidth(5)).isEqualTo(24 * 256);
            });
            assertThat(PoiWorkbooks.seen(WorkbookPatch.add(book, "It's (1)", 1, ADDED, Set.of()), "It's (1)", "F2"))
                    .isEqualTo("2026-01-31 10:20:30");
        }
    }

    @Test
    void aSheetWithoutFilterGetsOne_overAllOfItsRowsAndColumns() throws Exception {
        patched(book(sheet -> sheet.createRow(7).createCell(0).setCellValue("sum")), Set.of(), (book, sheet) -> {
            assertThat(sheet.getCTWorksheet().getAutoFilter().getRef()).isEqualTo("A1:F5");
            assertThat(book.getNames("_xlnm._FilterDatabase"))
                    .singleElement()
                    .satisfies(name -> assertThat(name.getRefersToFormula()).isEqualTo("'It''s (1)'!$A$1:$F$5"))
                    .satisfies(name -> assertThat(name.getSheetIndex()).isEqualTo(1));
        });
    }

    @Test
    void theFilterOfTheSheetIsWidened_withItsName() throws Exception {
        byte[] book = book(sheet -> sheet.setAutoFilter(CellRangeAddress.valueOf("A1:C5")));
        patched(book, Set.of(), (read, sheet) -> {
            assertThat(sheet.getCTWorksheet().getAutoFilter().getRef()).isEqualTo("A1:F5");
            assertThat(read.getNames("_xlnm._FilterDatabase"))
                    .singleElement()
                    .satisfies(name -> assertThat(name.getRefersToFormula()).isEqualTo("'It''s (1)'!$A$1:$F$5"));
        });
    }

    @Test
    void thePrintAreaIsWidened() throws Exception {
        byte[] book = book(sheet -> {
            sheet.getWorkbook().setPrintArea(1, "$A$1:$C$5,$A$20:$B$30");
            sheet.getWorkbook().setPrintArea(0, "$A$1:$B$2");
        });
        patched(book, Set.of(), (read, sheet) -> {
            assertThat(read.getPrintArea(1)).isEqualTo("'It''s (1)'!$A$1:$F$5,'It''s (1)'!$A$20:$B$30");
            assertThat(read.getPrintArea(0)).isEqualTo("Cover!$A$1:$B$2");
        });
    }

    @Test
    void theTableIsWidened_withNamesOfItsOwn() throws Exception {
        byte[] book = book(sheet -> {
            sheet.getRow(0).getCell(2).setCellValue("Status");
            table(sheet, "A1:C5");
        });
        patched(book, Set.of(), (read, sheet) -> {
            XSSFTable table = sheet.getTables().get(0);
            assertThat(table.getCTTable().getRef()).isEqualTo("A1:F5");
            assertThat(table.getCTTable().getAutoFilter().getRef()).isEqualTo("A1:F5");
            assertThat(table.getColumns())
                    .extracting(column -> column.getName())
                    .containsExactly("h0", "h1", "Status", "status2", "document_id", "sent_at");
            assertThat(sheet.getRow(0).getCell(3).getStringCellValue())
                    .as("as the table calls it")
                    .isEqualTo("status2");
            assertThat(sheet.getCTWorksheet().isSetAutoFilter()).isFalse();
        });
    }

    @Test
    void theTotalsOfATableGetNoStatus_andAreNotFiltered() throws Exception {
        byte[] book = book(sheet -> {
            XSSFTable table = table(sheet, "A1:C5");
            table.getCTTable().setTotalsRowCount(1);
            table.getCTTable().getAutoFilter().setRef("A1:C4");
        });
        patched(book, Set.of("Error"), (read, sheet) -> {
            assertThat(sheet.getRow(4).getCell(3)).isNull();
            assertThat(sheet.getTables().get(0).getCTTable().getAutoFilter().getRef())
                    .isEqualTo("A1:F4");
            assertThat(hidden(sheet)).isEqualTo("+-+-+");
        });
    }

    @Test
    void whatStandsCloseBesideATableBecomesPartOfIt() throws Exception {
        byte[] book = book(sheet -> {
            table(sheet, "A1:C5");
            sheet.getRow(0).createCell(4).setCellValue("note");
            sheet.getRow(2).createCell(4).setCellValue("call them");
        });
        patched(book, Set.of(), (read, sheet) -> {
            assertThat(sheet.getTables().get(0).getCTTable().getRef()).isEqualTo("A1:H5");
            assertThat(sheet.getTables().get(0).getColumns())
                    .extracting(column -> column.getName())
                    .containsExactly("h0", "h1", "h2", "Column4", "note", "status", "document_id", "sent_at");
            assertThat(sheet.getRow(0).getCell(3).getStringCellValue()).isEqualTo("Column4");
            assertThat(sheet.getRow(2).getCell(4).getStringCellValue()).isEqualTo("call them");
            assertThat(sheet.getRow(2).getCell(5).getStringCellValue()).isEqualTo("Error");
        });
    }

    @Test
    void whatStandsFarBesideATableStaysOutside() throws Exception {
        byte[] book = book(sheet -> {
            table(sheet, "A1:C5");
            sheet.getRow(1).createCell(9).setCellValue("a sum of something else");
        });
        patched(book, Set.of(), (read, sheet) -> {
            assertThat(sheet.getTables().get(0).getCTTable().getRef()).isEqualTo("A1:F5");
            assertThat(sheet.getRow(1).getCell(9).getStringCellValue()).isEqualTo("a sum of something else");
        });
    }

    @Test
    void emptyCellsWithAFormatLeaveNoGap() throws Exception {
        byte[] book = book(sheet -> {
            for (int c = 3; c < 20; c++) {
                sheet.getRow(1).createCell(c).setCellStyle(sheet.getWorkbook().createCellStyle());
            }
        });
        patched(book, Set.of(), (read, sheet) -> {
            assertThat(sheet.getRow(1).getCell(3).getStringCellValue()).isEqualTo("Created");
            assertThat(sheet.getRow(1).getLastCellNum()).isEqualTo((short) 20);
            assertThat(sheet.getCTWorksheet().getAutoFilter().getRef()).isEqualTo("A1:F5");
        });
    }

    @Test
    void anEmptyColumnInBetweenGetsABlankHeading_becauseLibreOfficeWouldNotSortBeyondIt() throws Exception {
        byte[] book = book(sheet -> sheet.getRow(2).createCell(4).setCellValue("a note"));
        patched(book, Set.of(), (read, sheet) -> {
            assertThat(sheet.getRow(0).getCell(3).getStringCellValue()).isEqualTo(" ");
            assertThat(sheet.getRow(0).getCell(4))
                    .as("there is a note below it")
                    .isNull();
            assertThat(sheet.getRow(0).getCell(5).getStringCellValue()).isEqualTo("status");
            assertThat(sheet.getCTWorksheet().getAutoFilter().getRef()).isEqualTo("A1:H5");
        });
    }

    @Test
    void widthsOfManyColumnsAreCut_becauseRangesMustNotOverlap() throws Exception {
        byte[] book = book(sheet -> {
            var cols = sheet.getCTWorksheet().addNewCols().addNewCol();
            cols.setMin(2);
            cols.setMax(16_384);
            cols.setWidth(5);
            cols.setCustomWidth(true);
        });
        patched(book, Set.of(), (read, sheet) -> {
            assertThat(sheet.getCTWorksheet().getColsList().get(0).getColList())
                    .extracting(col -> col.getMin() + "-" + col.getMax() + ":" + (int) col.getWidth())
                    .containsExactly("2-3:5", "4-4:11", "5-5:16", "6-6:24", "7-16384:5");
        });
    }

    @Test
    void onlyWantedRowsStayVisible_andTheFilterSaysSo() throws Exception {
        byte[] plain = book(sheet -> {
            sheet.setAutoFilter(CellRangeAddress.valueOf("A1:C5"));
            sheet.getRow(2).setZeroHeight(true);
            sheet.createRow(6).createCell(0).setCellFormula("COUNTA(A2:A5)");
        });
        byte[] book = PoiWorkbooks.replaced(
                plain,
                "xl/worksheets/sheet2.xml",
                "<autoFilter ref=\"A1:C5\"/>",
                "<autoFilter ref=\"A1:C5\"><filterColumn colId=\"1\"><filters><filter val=\"v11\"/></filters></filterColumn>"
                        + "<sortState ref=\"A2:C5\"><sortCondition ref=\"B2:B5\"/></sortState></autoFilter>");
        patched(book, Set.of("Error"), (read, sheet) -> {
            assertThat(hidden(sheet)).as("also what was hidden before").isEqualTo("+-+--++");
            assertThat(sheet.getCTWorksheet().getAutoFilter().xmlText())
                    .contains("colId=\"3\"", "<main:filter val=\"Error\"/>", "sortState ref=\"A2:F5\"")
                    .doesNotContain("colId=\"1\"");
            assertThat(sheet.getRow(6).getCell(0).getCellFormula()).isEqualTo("COUNTA(A2:A5)");
            assertThat(sheet.getRow(2).getCell(3).getStringCellValue()).isEqualTo("Error");
        });
        patched(book(sheet -> table(sheet, "A1:C5")), Set.of("Error"), (read, sheet) -> {
            assertThat(hidden(sheet)).isEqualTo("+-+--");
            assertThat(sheet.getTables().get(0).getCTTable().getAutoFilter().xmlText())
                    .contains("colId=\"3\"", "val=\"Error\"");
        });
    }

    @Test
    void tablesThatCannotBeWidenedStayAsTheyAre() throws Exception {
        byte[] plain = book(sheet -> table(sheet, "A1:C5"));
        String part = "xl/tables/table1.xml";
        String query = new String(PoiWorkbooks.parts(plain).get(part), StandardCharsets.UTF_8)
                .replace(" ref=", " tableType=\"queryTable\" ref=");
        String twice = new String(PoiWorkbooks.parts(plain).get(part), StandardCharsets.UTF_8)
                .replace("name=\"h1\"", "name=\"H0\"");
        for (String table : List.of(query, twice)) {
            byte[] book = PoiWorkbooks.with(plain, part, table.getBytes(StandardCharsets.UTF_8));
            byte[] patched = WorkbookPatch.add(book, "It's (1)", 1, ADDED, Set.of());
            assertThat(new String(PoiWorkbooks.parts(patched).get(part), StandardCharsets.UTF_8))
                    .isEqualTo(table);
            assertThat(PoiWorkbooks.seen(patched, "It's (1)", "D2")).isEqualTo("Created");
        }
    }

    @Test
    void hostileTablesAndNamesAreBounded() throws Exception {
        byte[] plain = book(sheet -> {
            table(sheet, "A1:C5");
            sheet.getWorkbook().setPrintArea(1, "$A$1:$C$5");
        });
        byte[] wide = PoiWorkbooks.replaced(plain, "xl/tables/table1.xml", " ref=\"A1:C5\"", " ref=\"A1:XFD1048576\"");
        assertThatThrownBy(() -> WorkbookPatch.add(wide, "It's (1)", 1, ADDED, Set.of()))
                .hasMessageContaining("no room for 3 more");
        byte[] longName = PoiWorkbooks.replaced(
                plain, "xl/workbook.xml", "$A$1:$C$5<", "$A$1:$C$5" + ",$A$1:$C$5".repeat(10_000) + "<");
        assertThatThrownBy(() -> WorkbookPatch.add(longName, "It's (1)", 1, ADDED, Set.of()))
                .hasMessageContaining("damaged");
        String relations = "xl/worksheets/_rels/sheet2.xml.rels";
        String last = "</Relationships>";
        StringBuilder more = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            more.append("<Relationship Id=\"x%d\" Type=\"a/table\" Target=\"../tables/none%d.xml\"/>".formatted(i, i));
        }
        byte[] many = PoiWorkbooks.replaced(plain, relations, last, more + last);
        patchedBytes(many, sheet -> assertThat(sheet).contains("r=\"D2\""));
    }

    private static void patchedBytes(byte[] book, Consumer<String> check) throws IOException {
        byte[] patched = WorkbookPatch.add(book, "It's (1)", 1, ADDED, Set.of());
        check.accept(new String(PoiWorkbooks.parts(patched).get("xl/worksheets/sheet2.xml"), StandardCharsets.UTF_8));
    }
}
