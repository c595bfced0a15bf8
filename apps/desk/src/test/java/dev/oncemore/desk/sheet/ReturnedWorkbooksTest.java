package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.desk.office.LibreOffice;
import dev.oncemore.spreadsheet.AddedCells;
import dev.oncemore.spreadsheet.CellValue;
import dev.oncemore.spreadsheet.Checkpoint;
import dev.oncemore.spreadsheet.Spreadsheet;
import dev.oncemore.spreadsheet.WorkbookPatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.poi.ss.SpreadsheetVersion;
import org.apache.poi.ss.util.AreaReference;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workbooks of offices with their status open in other programs, where sorting never parts a row from its status. */
class ReturnedWorkbooksTest {
    private static final Instant SENT = Instant.parse("2026-01-31T10:20:30Z");
    /** So many are at least sorted; of the others, some have merged cells, which no program sorts. */
    private static final int SORTED_MIN = 20;

    /** A workbook, and how it was read. */
    private static final class Case {
        private final String name;
        private final byte[] book;
        private final SheetFile file;

        Case(String name, byte[] book, SheetFile file) {
            this.name = name;
            this.book = book;
            this.file = file;
        }

        String name() {
            return name;
        }

        SheetFile file() {
            return file;
        }

        String sheet() {
            return file.reading().sheet();
        }

        byte[] patched(Set<String> wanted) {
            return WorkbookPatch.add(book, sheet(), file.reading().headingsRow(), new Marked(file), wanted);
        }

        int place(Column column) {
            return file.reading().places().getOrDefault(column, 0);
        }
    }

    /** Marks each row with its number; every other row is in Error. */
    private record Marked(Map<Integer, Boolean> rows, int lastRow) implements AddedCells {
        Marked(SheetFile file) {
            this(
                    new LinkedHashMap<>(),
                    file.lines().get(file.lines().size() - 1).row());
            file.lines().forEach(line -> rows.put(line.row(), rows.size() % 2 == 1));
        }

        @Override
        public List<String> headings() {
            return List.of("status", "document_id", "message", "sent_at (UTC)");
        }

        @Override
        public List<Integer> widths() {
            return List.of(11, 16, 60, 20);
        }

        @Override
        public @Nullable List<CellValue> of(int row) {
            Boolean isWrong = rows.get(row);
            return isWrong == null
                    ? null
                    : List.of(
                            CellValue.text(isWrong ? "Error" : "Created"),
                            CellValue.number(isWrong ? "" : Integer.toString(row)),
                            CellValue.text("row-" + row),
                            CellValue.time(isWrong ? null : SENT));
        }
    }

    private static Case read(String name, byte[] book) {
        return new Case(name, book, SheetFile.read(book, ReadOptions.NONE, Map.of(), true));
    }

    private static Case made(String name, Consumer<XSSFSheet> change) throws Exception {
        List<List<Object>> rows = List.of(
                List.of("M-1", "2026-01-31", "Sample Trading", "Paper", 1, 480, 10),
                List.of("M-2", "2026-01-31", "Example Foods", "Tea", 2, 150, 8),
                List.of("M-3", "2026-01-31", "Sample Trading", "Rice", 3, 600, 8),
                List.of("M-4", "2026-01-31", "Example Foods", "Ink", 4, 90, 10));
        return read(name, TestWorkbooks.poi(book -> {
            XSSFSheet sheet = book.createSheet("Rows");
            TestWorkbooks.fill(sheet, rows);
            change.accept(sheet);
        }));
    }

    private static void table(XSSFSheet sheet, String area) {
        var table = sheet.createTable(new AreaReference(area, SpreadsheetVersion.EXCEL2007));
        table.getCTTable().addNewAutoFilter().setRef(area);
        table.setName("Rows1");
        table.setDisplayName("Rows1");
    }

    private static List<Case> cases() throws Exception {
        List<Case> cases = new ArrayList<>();
        for (String name : SheetCorpusTest.sheets()) {
            if (name.endsWith(".xlsx")) {
                cases.add(read(
                        name.replaceAll("\\.xlsx$|[^a-z0-9]", ""),
                        Files.readAllBytes(SheetCorpusTest.folder().resolve(name))));
            }
        }
        cases.add(made("madeplain", sheet -> {}));
        cases.add(made("madetable", sheet -> table(sheet, "A1:G5")));
        cases.add(made("madetablewithnotes", sheet -> {
            table(sheet, "A1:G5");
            sheet.getRow(0).createCell(8).setCellValue("note");
            sheet.getRow(2).createCell(8).setCellValue("call them");
        }));
        cases.add(made("madefilter", sheet -> sheet.setAutoFilter(CellRangeAddress.valueOf("A1:G5"))));
        cases.add(made("madenotesapart", sheet -> sheet.getRow(2).createCell(9).setCellValue("call them")));
        cases.add(made("madesumbelow", sheet -> sheet.createRow(5).createCell(5).setCellFormula("SUM(F2:F5)")));
        cases.add(made("madeformats", sheet -> {
            for (int c = 7; c < 20; c++) {
                sheet.getRow(3).createCell(c).setCellStyle(sheet.getWorkbook().createCellStyle());
            }
        }));
        return cases;
    }

    @Test
    void allOfThemCanBeReadAgain_byOthersAndByUs() throws Exception {
        for (Case one : cases()) {
            for (Set<String> wanted : List.of(Set.<String>of(), Set.of("Error"))) {
                byte[] patched = one.patched(wanted);
                try (XSSFWorkbook book = new XSSFWorkbook(new ByteArrayInputStream(patched))) {
                    assertThat(book.getSheet(one.sheet())).as(one.name()).isNotNull();
                }
                SheetFile again = SheetFile.read(patched, one.file().reading().options(), Map.of(), true);
                assertThat(again.lines())
                        .as(one.name())
                        .usingElementComparator((a, b) -> a.row() == b.row() && a.isSame(b) ? 0 : 1)
                        .containsExactlyElementsOf(one.file().lines());
            }
        }
    }

    @Test
    void libreOfficeSortsRowsWithTheirStatus_andShowsOnlyWhatIsWanted(@TempDir Path folder) throws Exception {
        Optional<LibreOffice> office = LibreOffice.installed(folder);
        assumeTrue(office.isPresent(), "LibreOffice is not installed, so returned workbooks are not opened in it");
        List<Case> cases = cases();
        // Those that hide rows of their own, or show how rows are hidden.
        List<Case> partly = cases.stream()
                .filter(one -> one.name().matches(".*(made|table|filter|hidden|merged).*"))
                .toList();
        for (Case one : cases) {
            add(office.get(), one, "", Set.of());
        }
        for (Case one : partly) {
            add(office.get(), one, "failed", Set.of("Error"));
        }
        List<LibreOffice.Seen> seen = office.get().sort();
        int sorted = 0;
        for (int i = 0; i < cases.size(); i++) {
            sorted += isSorted(cases.get(i), seen.get(i)) ? 1 : 0;
        }
        for (int i = 0; i < partly.size(); i++) {
            LibreOffice.Seen failed = seen.get(cases.size() + i);
            checkVisible(partly.get(i), failed.before());
            isSorted(partly.get(i), failed);
        }
        assertThat(sorted).isGreaterThanOrEqualTo(SORTED_MIN);
    }

    private static void add(LibreOffice office, Case one, String suffix, Set<String> wanted) throws IOException {
        byte[] patched = one.patched(wanted);
        try (Spreadsheet book = Spreadsheet.open(patched, null, null, Checkpoint.NONE)) {
            int row = one.file().lines().get(0).row();
            int sheet = book.sheets().indexOf(one.sheet());
            office.add(one.name() + suffix, patched, sheet, one.place(Column.NUMBER), row);
        }
    }

    /** Checks that every row still has its status, and tells whether rows moved at all. */
    private static boolean isSorted(Case one, LibreOffice.Seen seen) {
        List<String> before = pairs(one, seen.before());
        List<String> after = pairs(one, seen.after());
        assertThat(before).as(one.name()).hasSameSizeAs(one.file().lines());
        assertThat(new TreeSet<>(after)).as(one.name()).isEqualTo(new TreeSet<>(before));
        return !after.equals(before);
    }

    /** What our columns say in each row that has a status, with that status. */
    private static List<String> pairs(Case one, List<LibreOffice.SeenRow> rows) {
        List<String> pairs = new ArrayList<>();
        for (LibreOffice.SeenRow row : rows) {
            int message = IntStream.range(0, row.cells().size())
                    .filter(i -> row.cells().get(i).startsWith("row-"))
                    .findFirst()
                    .orElse(-1);
            if (message >= 0) {
                pairs.add(one.file().reading().places().values().stream()
                                .map(row.cells()::get)
                                .collect(Collectors.joining("|"))
                        + row.cells().subList(message - 2, message + 2));
            }
        }
        return pairs;
    }

    private static void checkVisible(Case one, List<LibreOffice.SeenRow> rows) {
        Marked marked = new Marked(one.file());
        marked.rows()
                .forEach((row, isWrong) -> assertThat(rows.get(row - 1).isVisible())
                        .as(one.name() + ", row " + row)
                        .isEqualTo(isWrong));
        assertThat(rows.get(one.file().reading().headingsRow() - 1).isVisible()).isTrue();
    }
}
