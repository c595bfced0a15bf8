package dev.oncemore.testkit.sheet;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;

/** The hostile sheets that are plain text. */
final class HostileCsv {
    private static final String HEADINGS = "number,date,partner,description,quantity,unit_price,tax_rate";
    private static final String CELLS = ",2026-01-31,Partner,Item,1,1000,10";
    private static final int ROWS = 100_000;
    /** Less than an upload may have. */
    private static final int FILE = 9_500_000;

    private HostileCsv() {}

    static void addTo(Map<String, Supplier<byte[]>> files) {
        files.put("cell-huge.csv", () -> utf8(HEADINGS + "\n" + "x".repeat(FILE)));
        files.put("cell-quotes.csv", () -> utf8(HEADINGS + "\n\"" + "\"\"".repeat(FILE / 2)));
        files.put("commas.csv", () -> utf8(HEADINGS + "\n" + ",".repeat(FILE)));
        files.put("columns.csv", () -> utf8(HEADINGS + "\n" + (",".repeat(15_000) + "\n").repeat(FILE / 15_001)));
        files.put("lines.csv", () -> utf8(HEADINGS + "\n1" + CELLS + "\n".repeat(FILE)));
        files.put(
                "heading-marks.csv",
                () -> utf8("a" + "\u0301\u0316".repeat(FILE / 4) + "," + HEADINGS + "\n1" + CELLS));
        files.put(
                "headings-long.csv",
                () -> utf8(HEADINGS + (",h" + "eading".repeat(2_000)).repeat(190) + "\n1" + CELLS));
        files.put(
                "marks.csv",
                () -> utf8(HEADINGS + "\n" + ("a" + "\u0301\u0316".repeat(490) + CELLS + "\n").repeat(4_500)));
        // One wide row, and many short ones that a writer may fill up.
        files.put("wide-row.csv", () -> {
            StringBuilder text = new StringBuilder(HEADINGS + "\n1" + CELLS + ",".repeat(16_000) + "\n");
            for (int row = 2; row < ROWS; row++) {
                text.append(row).append(CELLS).append('\n');
            }
            return utf8(text.toString());
        });
        files.put("one-number.csv", () -> utf8(HEADINGS + "\n" + ("1" + CELLS + "\n").repeat(ROWS - 1)));
        files.put("all-wrong.csv", () -> utf8(HEADINGS + "\n" + "=,=,,,=,=,=\n".repeat(ROWS - 1)));
        // Nothing wrong, but every cell another text, in an encoding of two bytes: the most that a valid file takes in
        // memory.
        files.put("distinct.csv", () -> {
            StringBuilder text = new StringBuilder(HEADINGS + "\n");
            for (int row = 1; row < ROWS; row++) {
                text.append("N" + row + ",2026-01-31,株式会社 " + row + ",品名" + row + " xxxxxxxxxxxxxx," + row + ","
                        + (ROWS + row) + ".5,10\n");
            }
            return utf8(text.toString());
        });
        files.put("encodings.csv", () -> {
            byte[] bytes = new byte[FILE];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (i % 2 == 0 ? 0xE9 : '\n');
            }
            return bytes;
        });
        files.put(
                "exponents.csv",
                () -> utf8(HEADINGS + "\n"
                        + "1,2026-01-31,Partner,Item,1e999999999,1e999999999,1e999999999\n".repeat(1_000)));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
