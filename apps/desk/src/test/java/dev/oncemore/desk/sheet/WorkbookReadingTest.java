package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.xssf.usermodel.XSSFRow;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;

/** Workbooks as other programs write them. */
class WorkbookReadingTest {
    private static final List<List<Object>> ROWS = List.of(
            List.of("INV-1", "2026-01-31", "株式会社サンプル & Söhne <GmbH>", "tea", 2, 150.5, 8),
            List.of("INV-2", "2026-02-28", "Trading", "paper", 10, 1200, "10%"));

    private static SheetFile read(byte[] file) {
        return SheetFile.read(file, ReadOptions.NONE, Map.of(), true);
    }

    private static List<String> wrong(SheetFile file) {
        return Checks.of(file.lines(), file.reading()).values().stream()
                .flatMap(List::stream)
                .map(CellProblem::sentence)
                .toList();
    }

    private static CellStyle style(XSSFWorkbook book, String format) {
        CellStyle style = book.createCellStyle();
        style.setDataFormat(book.createDataFormat().getFormat(format));
        return style;
    }

    @Test
    void poiAndFastexcelAreReadAlike() throws Exception {
        for (byte[] book : List.of(TestWorkbooks.poi(ROWS), TestWorkbooks.fastexcel(ROWS))) {
            SheetFile file = read(book);
            assertThat(wrong(file)).isEmpty();
            assertThat(file.lines()).extracting(TypedRow::row).containsExactly(2, 3);
            assertThat(file.lines().get(0).cell(Column.PARTNER)).isEqualTo("株式会社サンプル & Söhne <GmbH>");
            assertThat(file.lines().get(0).cell(Column.UNIT_PRICE)).isEqualTo("150.5");
            assertThat(file.lines().get(1).cell(Column.UNIT_PRICE)).isEqualTo("1200");
            assertThat(file.reading().width()).isEqualTo(7);
            assertThat(file.reading().isWorkbook()).isTrue();
        }
    }

    @Test
    void theUsualFormatMayBeNamed_alsoWithAUnit() throws Exception {
        for (String format : List.of("\"\"General", "General\"個\"", "GENERAL")) {
            byte[] file = TestWorkbooks.poi(book -> {
                XSSFSheet sheet = book.createSheet("s");
                TestWorkbooks.fill(sheet, ROWS);
                sheet.getRow(1).getCell(4).setCellValue(12);
                sheet.getRow(1).getCell(4).setCellStyle(style(book, format));
            });
            assertThat(read(file).lines().get(0).cell(Column.QUANTITY))
                    .as(format)
                    .isEqualTo("12");
        }
    }

    @Test
    void aNumberBeyondAllMeasureIsNoFailureOfOurs() throws Exception {
        byte[] file = TestWorkbooks.poi(book -> {
            XSSFSheet sheet = book.createSheet("s");
            TestWorkbooks.fill(sheet, ROWS);
            sheet.getRow(1).getCell(4).setCellValue(12);
            sheet.getRow(1).getCell(4).getCTCell().setV("1E2147483647");
        });
        assertThat(wrong(read(file))).anyMatch(sentence -> sentence.startsWith("row 2, quantity:"));
    }

    @Test
    void datesAreDays_whetherTheyCountFrom1900Or1904() throws Exception {
        for (boolean from1904 : new boolean[] {false, true}) {
            byte[] file = TestWorkbooks.poi(book -> {
                book.getCTWorkbook().getWorkbookPr().setDate1904(from1904);
                XSSFSheet sheet = book.createSheet("s");
                TestWorkbooks.fill(sheet, ROWS);
                sheet.getRow(1).getCell(1).setCellValue(LocalDate.of(2026, 1, 31));
                sheet.getRow(1).getCell(1).setCellStyle(style(book, "[$-411]ggge\"年\"m\"月\"d\"日\";@"));
                // A day without the format of one, as pasting leaves it.
                sheet.getRow(2).getCell(1).setCellValue(LocalDate.of(2026, 2, 28));
            });
            SheetFile read = read(file);
            assertThat(read.lines())
                    .as("from 1904: " + from1904)
                    .extracting(line -> line.cell(Column.DATE))
                    .containsExactly("2026-01-31", "2026-02-28");
        }
    }

    @Test
    void aWideSheetBesideTheOneThatIsTakenDoesNotMatter() throws Exception {
        SheetFile file = read(TestWorkbooks.poi(book -> {
            book.createSheet("Wide").createRow(0).createCell(300).setCellValue("far out");
            TestWorkbooks.fill(book.createSheet("Invoices"), ROWS);
        }));
        assertThat(file.reading().sheet()).isEqualTo("Invoices");
        assertThat(file.lines()).hasSize(2);
    }

    @Test
    void aNumberWithDecimalsMeansTheSame_howeverTextsBesideItAreWritten() throws Exception {
        SheetFile file = read(TestWorkbooks.poi(List.of(
                List.of("1", "2026-01-31", "p", "d", 1.234, "1.200,50", 8.125),
                List.of("2", "2026-01-31", "p", "d", 1, 3.5, 8))));
        assertThat(file.reading().numbers()).isEqualTo(NumberStyle.COMMA);
        assertThat(file.lines().get(0).cell(Column.QUANTITY)).isEqualTo("1,234");
        assertThat(wrong(file)).isEmpty();
    }

    @Test
    void aYearIsNoDay() throws Exception {
        SheetFile file = read(TestWorkbooks.poi(List.of(List.of("1", 2026, "p", "d", 1, 1, 1))));
        assertThat(wrong(file)).containsExactly("row 2, date: '2026', expected a date such as 2026-01-31");
    }

    @Test
    void percentagesAndPaddedNumbersAreReadAsTheyAreSeen() throws Exception {
        SheetFile file = read(TestWorkbooks.poi(book -> {
            XSSFSheet sheet = book.createSheet("s");
            TestWorkbooks.fill(sheet, List.of(List.of(7, "2026-01-31", "p", "d", 0.1 + 0.2, 19.99, 0.08)));
            sheet.getRow(1).getCell(0).setCellStyle(style(book, "00000"));
            sheet.getRow(1).getCell(6).setCellStyle(style(book, "0%"));
        }));
        assertThat(wrong(file)).isEmpty();
        assertThat(file.lines().get(0).number()).isEqualTo("00007");
        assertThat(file.lines().get(0).cell(Column.QUANTITY)).isEqualTo("0.3");
        assertThat(file.lines().get(0).cell(Column.TAX_RATE)).isEqualTo("8%");
    }

    @Test
    void formulasAreTheirResults_andThoseThatFailedAreNamed() throws Exception {
        SheetFile file = read(TestWorkbooks.poi(book -> {
            XSSFSheet sheet = book.createSheet("s");
            TestWorkbooks.fill(sheet, ROWS);
            sheet.getRow(1).getCell(5).setCellFormula("100*2");
            sheet.getRow(2).getCell(5).setCellFormula("1/0");
            book.getCreationHelper().createFormulaEvaluator().evaluateAll();
            XSSFRow third = sheet.createRow(3);
            TestWorkbooks.put(third, List.of("INV-3", "2026-01-31", "p", "d", 1, 0, 1));
            third.getCell(5).setCellFormula("1+1");
            third.getCell(5).getCTCell().unsetV();
        }));
        assertThat(file.lines().get(0).cell(Column.UNIT_PRICE)).isEqualTo("200");
        assertThat(wrong(file))
                .containsExactly(
                        "row 3, unit_price: '#DIV/0!', expected a result: the formula in this cell failed or was never"
                                + " calculated; mend it in the spreadsheet and save it",
                        "row 4, unit_price: '#FORMULA!', expected a result: the formula in this cell failed or was never"
                                + " calculated; mend it in the spreadsheet and save it");
    }

    @Test
    void theSheetWithTheColumnsIsFound_belowATitle_andReadAloudNotesAreLeftOut() throws Exception {
        SheetFile file = read(TestWorkbooks.poi(book -> {
            book.createSheet("Cover").createRow(0).createCell(0).setCellValue("January");
            XSSFSheet sheet = book.createSheet("請求");
            sheet.createRow(0).createCell(0).setCellValue("請求一覧");
            TestWorkbooks.put(sheet.createRow(3), List.of("請求書番号", "請求日", "取引先名", "品名", "数量", "単価", "税率", "備考"));
            TestWorkbooks.put(sheet.createRow(4), List.of("A-1", "R8.1.31", "", "茶", 2, "￥1,200", "１０％", "x"));
            var text = new org.apache.poi.xssf.usermodel.XSSFRichTextString("東京商事");
            var reading = text.getCTRst().addNewRPh();
            reading.setSb(0);
            reading.setEb(2);
            reading.setT("トウキョウ");
            sheet.getRow(4).getCell(2).setCellValue(text);
        }));
        assertThat(wrong(file)).isEmpty();
        assertThat(file.reading().sheet()).isEqualTo("請求");
        assertThat(file.reading().headingsRow()).isEqualTo(4);
        assertThat(file.lines().get(0).row()).isEqualTo(5);
        assertThat(file.lines().get(0).cell(Column.PARTNER)).isEqualTo("東京商事");
        assertThat(file.preview().sheets()).containsExactly("Cover", "請求");
    }

    @Test
    void germanTextsDecideForTheSheet_andItsNumbersFollow() throws Exception {
        SheetFile file = read(TestWorkbooks.poi(book -> {
            XSSFSheet sheet = book.createSheet("Rechnungen");
            TestWorkbooks.put(
                    sheet.createRow(0),
                    List.of(
                            "Rechnungsnr.",
                            "Rechnungsdatum",
                            "Kunde",
                            "Bezeichnung",
                            "Menge",
                            "Einzelpreis",
                            "MwSt %"));
            TestWorkbooks.put(
                    sheet.createRow(1), List.of("RE-1", "31.01.2026", "Müller", "Tee", 1.5, "1.234,50 €", 19));
            TestWorkbooks.put(sheet.createRow(2), List.of("RE-2", "1. Februar 2026", "Größe", "Reis", 1, 1.234, "7 %"));
        }));
        assertThat(wrong(file)).isEmpty();
        assertThat(file.reading().numbers()).isEqualTo(NumberStyle.COMMA);
        assertThat(CheckResult.of(file.reading(), file.lines())
                        .total(any -> true)
                        .amount())
                .isEqualByComparingTo("1852.984");
    }

    @Test
    void lostZerosAndNegativeAmountsAreAskedAbout() throws Exception {
        SheetFile file = read(TestWorkbooks.poi(List.of(
                List.of("00012", "2026-01-31", "p", "d", 1, 5, 1),
                List.of(13, "2026-01-31", "p", "d", 1, -5, 1),
                List.of(14, "2026-01-31", "p", "d", 1, 5, 1))));
        assertThat(wrong(file)).isEmpty();
        assertThat(Warnings.of(file))
                .containsExactly(
                        "row 3 (and 1 more) may have lost zeros: the number is '13', but others are like '00012'",
                        "row 3 has a negative amount: '-5'");
    }

    @Test
    void aNumberThatASpreadsheetShortenedIsWrong() throws Exception {
        SheetFile file =
                read(TestWorkbooks.poi(List.of(List.of(1234567890123456789L, "2026-01-31", "p", "d", 1, 5, 1))));
        assertThat(wrong(file))
                .singleElement()
                .asString()
                .contains("row 2, number: '1.23456789012346E+18', expected the number in full");
    }

    @Test
    void aHundredThousandRowsAreRead_andNotOneMore() throws Exception {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < SheetFile.ROWS_MAX; i++) {
            rows.add(List.of("N-" + i, "2026-01-31", "A & B <C>", "d", 1, 5, 1));
        }
        SheetFile file = read(TestWorkbooks.fastexcel(rows));
        assertThat(file.lines()).hasSize(SheetFile.ROWS_MAX);
        assertThat(wrong(file)).isEmpty();
        rows.add(List.of("last", "2026-01-31", "p", "d", 1, 5, 1));
        byte[] tooLong = TestWorkbooks.fastexcel(rows);
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> read(tooLong))
                .hasMessageContaining("more than 100000 rows");
    }
}
