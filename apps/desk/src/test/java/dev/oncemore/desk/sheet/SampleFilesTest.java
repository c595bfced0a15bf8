package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.spreadsheet.AddedCells;
import dev.oncemore.spreadsheet.CellValue;
import dev.oncemore.spreadsheet.WorkbookPatch;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Files as people in three countries have them; they were made with openpyxl. */
class SampleFilesTest {
    private static final AddedCells STATUS = new AddedCells() {
        @Override
        public List<String> headings() {
            return List.of("status");
        }

        @Override
        public List<Integer> widths() {
            return List.of(11);
        }

        @Override
        public int lastRow() {
            return 100;
        }

        @Override
        public List<CellValue> of(int row) {
            return List.of(CellValue.text("Created"));
        }
    };

    private static byte[] file(String name) throws Exception {
        try (InputStream file = Objects.requireNonNull(SampleFilesTest.class.getResourceAsStream(name))) {
            return file.readAllBytes();
        }
    }

    private static List<String> problems(Inspection inspection) {
        List<String> problems = new ArrayList<>();
        inspection.problems(problems::add);
        return problems;
    }

    private static String marked(String name, String cell) throws Exception {
        Reading reading = Inspection.of(file(name), ReadOptions.NONE).reading();
        byte[] patched = WorkbookPatch.add(file(name), reading.sheet(), reading.headingsRow(), STATUS, Set.of());
        return TestWorkbooks.seen(patched, reading.sheet(), cell);
    }

    @Test
    void japanese() throws Exception {
        Inspection found = Inspection.of(file("japanese.xlsx"), ReadOptions.NONE);
        assertThat(found.reading().sheet()).isEqualTo("請求一覧");
        assertThat(found.reading().headingsRow()).isEqualTo(3);
        assertThat(problems(found)).containsExactly("row 7, date: 'R8.2.30', expected a date such as 2026-01-31");
        assertThat(found.total().words(DocumentType.INVOICE)).isEqualTo("2 invoices, 7,800 without tax");
        assertThat(found.warnings()).containsExactly("row 7 has a negative amount: '△500'");
        assertThat(marked("japanese.xlsx", "I3")).isEqualTo("status");
        assertThat(marked("japanese.xlsx", "I4")).isEqualTo("Created");
        assertThat(marked("japanese.xlsx", "C4")).isEqualTo("株式会社サンプル商事");
    }

    @Test
    void german() throws Exception {
        Inspection found = Inspection.of(file("german.xlsx"), ReadOptions.NONE);
        assertThat(problems(found)).isEmpty();
        assertThat(found.reading().numbers()).isEqualTo(NumberStyle.COMMA);
        assertThat(found.total().amount()).isEqualByComparingTo("12313.5175");
        assertThat(found.warnings()).containsExactly("row 3 has a negative amount: '50,00-'");
        assertThat(marked("german.xlsx", "H4")).isEqualTo("Created");
    }

    @Test
    void english() throws Exception {
        Inspection found = Inspection.of(file("english.xlsx"), ReadOptions.NONE);
        assertThat(found.reading().dates()).isEqualTo(DateOrder.DAY_FIRST);
        assertThat(problems(found))
                .singleElement()
                .asString()
                .contains("row 4, unit_price: '#FORMULA!', expected a result");
        assertThat(found.total().amount()).isEqualByComparingTo("27648");
        assertThat(marked("english.xlsx", "H2")).isEqualTo("Created");
    }
}
