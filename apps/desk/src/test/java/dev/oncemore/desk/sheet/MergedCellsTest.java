package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.poi.ss.util.CellRangeAddress;
import org.junit.jupiter.api.Test;

/** What people see as one cell counts as one, and a document is sent whole or not at all. */
class MergedCellsTest {
    private static final String HEADINGS = "number,date,partner,description,quantity,unit_price,tax_rate\n";

    private static byte[] workbook(List<List<Object>> rows, String... areas) throws Exception {
        return TestWorkbooks.poi(book -> {
            var sheet = book.createSheet("s");
            List<List<Object>> all = new ArrayList<>();
            all.add(new ArrayList<>(Column.words()));
            all.addAll(rows);
            for (int r = 0; r < all.size(); r++) {
                var row = sheet.createRow(r);
                for (int c = 0; c < all.get(r).size(); c++) {
                    if (all.get(r).get(c) instanceof Number number) {
                        row.createCell(c).setCellValue(number.doubleValue());
                    } else if (!all.get(r).get(c).equals("")) {
                        row.createCell(c).setCellValue(all.get(r).get(c).toString());
                    }
                }
            }
            for (String area : areas) {
                sheet.addMergedRegion(CellRangeAddress.valueOf(area));
            }
        });
    }

    private static SheetFile read(byte[] file) {
        return SheetFile.read(file, ReadOptions.NONE, Map.of(), true);
    }

    @Test
    void linesUnderOneNumberAreLinesOfOneDocument() throws Exception {
        SheetFile file = read(workbook(
                List.of(
                        List.of("INV-1", "2026-01-31", "Foods", "Paper", 1, 100, 10),
                        List.of("", "", "", "Delivery", 1, 600, ""),
                        List.of("INV-2", "2026-01-31", "Foods", "Tea", 1, 50, 8)),
                "A2:A3",
                "B2:B3",
                "C2:C3",
                "G2:G3"));
        assertThat(file.lines()).extracting(TypedRow::number).containsExactly("INV-1", "INV-1", "INV-2");
        CheckResult checked = CheckResult.of(file.reading(), file.lines());
        assertThat(checked.wrong()).isZero();
        assertThat(checked.total(document -> true).words(dev.oncemore.desk.document.DocumentType.INVOICE))
                .isEqualTo("2 invoices, 750 without tax");
    }

    @Test
    void cellsBesideEachOtherAreTheFirst() throws Exception {
        SheetFile file = read(workbook(List.of(List.of("INV-1", "2026-01-31", "Foods", "Paper", 5, "", 10)), "E2:F2"));
        assertThat(file.lines().get(0).cell(Column.UNIT_PRICE)).isEqualTo("5");
    }

    @Test
    void anAreaOfSeveralRowsAndColumns_andValuesHiddenInIt() throws Exception {
        SheetFile file = read(workbook(
                List.of(
                        List.of("INV-1", "2026-01-31", "Foods", "hidden", 1, 100, 10),
                        List.of("INV-1", "2026-01-31", "hidden", "hidden", 2, 100, 10)),
                "C2:D3"));
        assertThat(file.lines())
                .extracting(line -> line.cell(Column.PARTNER) + "/" + line.cell(Column.DESCRIPTION))
                .containsExactly("Foods/Foods", "Foods/Foods");
    }

    @Test
    void aRowThatIsMergedAsAWholeIsNoSecondLine() throws Exception {
        List<String> areas = new ArrayList<>();
        for (char column = 'A'; column <= 'G'; column++) {
            areas.add(column + "2:" + column + "3");
        }
        SheetFile file = read(workbook(
                List.of(
                        List.of("INV-1", "2026-01-31", "Foods", "Paper", 1, 100, 10),
                        List.of("", "", "", "", "", "", ""),
                        List.of("INV-2", "2026-01-31", "Foods", "Tea", 1, 50, 8)),
                areas.toArray(String[]::new)));
        assertThat(file.lines()).extracting(TypedRow::row).containsExactly(2, 4);
    }

    private static List<String> judged(String csv) {
        SheetFile file = read((HEADINGS + csv).getBytes(StandardCharsets.UTF_8));
        CheckResult checked = CheckResult.of(file.reading(), file.lines());
        return file.lines().stream()
                .map(line -> line.row() + " " + checked.of(line).orElse("fine"))
                .toList();
    }

    @Test
    void aLineWithoutANumberHoldsUpTheDocumentAboveIt() {
        assertThat(judged("""
                A,2026-01-31,Foods,tea,1,100,8
                B,2026-01-31,Foods,rice,1,200,8
                ,,,salt,1,400,8
                C,2026-01-31,Foods,oil,1,800,8
                """))
                .satisfiesExactly(
                        a -> assertThat(a).isEqualTo("2 fine"),
                        b -> assertThat(b)
                                .isEqualTo("3 row 4 below has no number and may be a line of this document;"
                                        + " write a number into it"),
                        none -> assertThat(none).startsWith("4 row 4, number: empty"),
                        c -> assertThat(c).isEqualTo("5 fine"));
    }

    @Test
    void rowsThatNobodySees_andTaxesBelowOne_areAskedAbout() throws Exception {
        byte[] file = TestWorkbooks.poi(book -> {
            var sheet = book.createSheet("s");
            TestWorkbooks.fill(
                    sheet,
                    List.of(
                            List.of("A", "2026-01-31", "Foods", "tea", 1, 100, 0.1),
                            List.of("B", "2026-01-31", "Foods", "rice", 1, 200, 0.08),
                            List.of("C", "2026-01-31", "Foods", "salt", 1, 400, 8)));
            sheet.getRow(2).setZeroHeight(true);
        });
        assertThat(Inspection.of(file, ReadOptions.NONE).questions())
                .extracting(Question::words)
                .containsExactly(
                        "Row 3 is hidden or filtered away in the file. Leave hidden rows out?",
                        "Row 2 (and 1 more) has the tax '0.1'. Does it mean 10 %?");
        assertThat(Inspection.of(
                                (HEADINGS + "A,2026-01-31,Foods,tea,1,100,0\nB,2026-01-31,Foods,tea,1,100,1\n")
                                        .getBytes(StandardCharsets.UTF_8),
                                ReadOptions.NONE)
                        .questions())
                .isEmpty();
    }

    @Test
    void aSumBelowTheTableHoldsUpNothing() {
        assertThat(judged("""
                A,2026-01-31,Foods,tea,1,100,8
                ,,,Total,,100,
                ,,,salt,1,400,8
                """)).first().isEqualTo("2 fine");
    }
}
