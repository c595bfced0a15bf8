package dev.oncemore.spreadsheet;

import java.util.List;
import java.util.function.IntPredicate;

/** Appends columns to a CSV file and leaves its text unchanged, character by character. */
public final class CsvPatch {
    private final String text;
    private final char delimiter;
    private final StringBuilder out;
    private int at;
    private int cells;

    private CsvPatch(String text, char delimiter) {
        this.text = text;
        this.delimiter = delimiter;
        this.out = new StringBuilder(text.length() + text.length() / 4);
    }

    /**
     * Returns the file with these cells appended.
     *
     * @param width how many columns it has; shorter rows are filled up
     * @param headingsRow the row of the headings
     * @param isWanted selects the rows to keep; the headings are always kept
     */
    public static byte[] add(
            byte[] file,
            String encoding,
            char delimiter,
            int width,
            int headingsRow,
            AddedCells added,
            IntPredicate isWanted) {
        String text = Encodings.decode(file, encoding).text();
        CsvPatch patch = new CsvPatch(text, delimiter);
        for (int row = 1; patch.at < text.length(); row++) {
            int start = patch.at;
            int end = patch.endOfRow();
            List<String> cells = row == headingsRow ? added.headings() : added.of(row);
            if (row == headingsRow || isWanted.test(row)) {
                patch.out.append(text, start, end);
                if (cells != null) {
                    patch.append(width, cells);
                }
                patch.out.append(patch.at > end ? text.substring(end, patch.at) : "\n");
            }
        }
        return Encodings.encode(patch.out.toString(), encoding);
    }

    private void append(int width, List<String> more) {
        for (int i = cells; i < width; i++) {
            out.append(delimiter);
        }
        for (String cell : more) {
            out.append(delimiter).append(SafeText.cell(cell, delimiter));
        }
    }

    /** Moves to the next row, and returns where the content of this one ends. */
    private int endOfRow() {
        cells = 1;
        boolean isStart = true;
        boolean isQuoted = false;
        boolean isQuotedField = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (isQuoted) {
                isQuoted = c != '"';
            } else if (c == '"') {
                // A doubled quote is an escaped quote, but only in a cell that began with one.
                isQuotedField |= isStart;
                isQuoted = isStart || (isQuotedField && text.charAt(at - 1) == '"');
            } else if (c == delimiter) {
                cells++;
                isQuotedField = false;
            } else if (c == '\n' || c == '\r') {
                int end = at;
                at += c == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n' ? 2 : 1;
                return end;
            }
            isStart = !isQuoted && c == delimiter;
            at++;
        }
        return at;
    }
}
