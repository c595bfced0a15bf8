package dev.oncemore.spreadsheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CsvPatchTest {
    private static final AddedCells ADDED = new AddedCells() {
        @Override
        public List<String> headings() {
            return List.of("status", "message");
        }

        @Override
        public List<Integer> widths() {
            return List.of(10, 20);
        }

        @Override
        public int lastRow() {
            return 5;
        }

        @Override
        public List<CellValue> of(int row) {
            return row == 1
                    ? null
                    : List.of(
                            CellValue.text(row == 3 ? "Error" : "Created"),
                            CellValue.text(row == 3 ? "=cmd()" : "a;b \"c\""));
        }
    };

    private static String patched(String text, String encoding, boolean isThirdOnly) {
        Charset charset = Charset.forName(encoding.replace(" with BOM", ""));
        byte[] file = ((encoding.endsWith("BOM") ? "\uFEFF" : "") + text).getBytes(charset);
        byte[] out = CsvPatch.add(file, encoding, ';', 3, 2, ADDED, isThirdOnly ? Set.of("Error") : Set.of());
        return new String(out, charset);
    }

    @Test
    void whatWasThereStaysCharacterByCharacter_inItsEncoding() {
        String text = "title\r\nä;\"b\r\nb\";c\r\n1;\"x;\"\"y\"\"\";3\r\n4;5\n6;7;8";
        for (String encoding : List.of("UTF-8", "UTF-8 with BOM", "windows-1252")) {
            assertThat(patched(text, encoding, false))
                    .isEqualTo((encoding.endsWith("BOM") ? "\uFEFF" : "")
                            + "title\r\nä;\"b\r\nb\";c;status;message\r\n"
                            + "1;\"x;\"\"y\"\"\";3;Error;'=cmd()\r\n"
                            + "4;5;;Created;\"a;b \"\"c\"\"\"\n"
                            + "6;7;8;Created;\"a;b \"\"c\"\"\"\n");
        }
        assertThat(patched("x\n名前;b;c\n東;2;3\n", "windows-31j", false))
                .isEqualTo("x\n名前;b;c;status;message\n東;2;3;Error;'=cmd()\n");
    }

    @Test
    void quotesInACellThatDidNotBeginWithOneAreNothingSpecial() {
        assertThat(patched("x\na;b;c\n1;Rohr 2\"\" lang;3\n4;5;6\n", "UTF-8", false))
                .isEqualTo("x\na;b;c;status;message\n1;Rohr 2\"\" lang;3;Error;'=cmd()\n"
                        + "4;5;6;Created;\"a;b \"\"c\"\"\"\n");
    }

    @Test
    void onlyTheRowsThatAreWanted_withTheHeadings() {
        assertThat(patched("x\na;b;c\n1;2;3\n4;5;6\n", "UTF-8", true))
                .isEqualTo("a;b;c;status;message\n1;2;3;Error;'=cmd()\n");
    }

    @Test
    void oneWideRowDoesNotMakeAllOthersAsWide() {
        String text = "x\na;b\n" + ";".repeat(16_000) + "\n" + "1;2\n".repeat(1_000);
        byte[] out = CsvPatch.add(text.getBytes(StandardCharsets.UTF_8), "UTF-8", ';', 16_001, 2, ADDED, Set.of());
        assertThat(out.length).isLessThan(text.length() + 1_002 * 300);
        assertThat(new String(out, StandardCharsets.UTF_8)).contains("a;b" + ";".repeat(198) + ";status;message\n");
    }

    @Test
    void cellsThatWouldBeRunAreTexts() {
        for (String text : List.of("=1", "+1", "-1", "@x", "\tx", "\rx")) {
            assertThat(SafeText.of(text)).isEqualTo("'" + text);
        }
        assertThat(SafeText.of("row 3: '=1'")).isEqualTo("row 3: '=1'");
        assertThat(SafeText.of("")).isEmpty();
    }
}
