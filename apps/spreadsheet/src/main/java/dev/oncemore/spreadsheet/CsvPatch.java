package dev.oncemore.spreadsheet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Appends columns to a CSV file and leaves its text unchanged, character by character. */
public final class CsvPatch {
    private final String text;
    private final char delimiter;
    private final Writer out;
    private int at;
    private int cells;

    private CsvPatch(String text, char delimiter, Writer out) {
        this.text = text;
        this.delimiter = delimiter;
        this.out = out;
    }

    /**
     * Returns the file with these cells appended.
     *
     * @param width how many columns it has; shorter rows are filled up, to at most {@link FileRow#COLUMNS_MAX}
     * @param headingsRow the row of the headings
     * @param wanted what the first added cell of a row to keep says, apart from the headings; empty for all rows
     */
    public static byte[] add(
            byte[] file,
            String encoding,
            char delimiter,
            int width,
            int headingsRow,
            AddedCells added,
            Set<String> wanted) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + file.length / 4);
        write(file, encoding, delimiter, width, headingsRow, added, wanted, Checkpoint.NONE, out);
        return out.toByteArray();
    }

    /** As {@link #add}, onto a stream, which is not closed. */
    public static void write(
            byte[] file,
            String encoding,
            char delimiter,
            int width,
            int headingsRow,
            AddedCells added,
            Set<String> wanted,
            Checkpoint checkpoint,
            OutputStream out) {
        String text = Encodings.decode(file, encoding).text();
        try {
            Writer writer = Encodings.writer(out, encoding);
            CsvPatch patch = new CsvPatch(text, delimiter, writer);
            for (int row = 1; patch.at < text.length(); row++) {
                checkpoint.pass();
                List<CellValue> more = row == headingsRow
                        ? added.headings().stream().map(CellValue::text).toList()
                        : added.of(row);
                patch.copyRow(
                        Math.min(width, FileRow.COLUMNS_MAX),
                        more,
                        wanted.isEmpty()
                                || row == headingsRow
                                || (more != null && wanted.contains(more.get(0).text())));
            }
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copyRow(int width, @Nullable List<CellValue> more, boolean isWanted) throws IOException {
        int start = at;
        int end = endOfRow();
        if (isWanted) {
            out.write(text, start, end - start);
            if (more != null) {
                append(width, more);
            }
            out.write(at > end ? text.substring(end, at) : "\n");
        }
    }

    private void append(int width, List<CellValue> more) throws IOException {
        for (int i = cells; i < width; i++) {
            out.write(delimiter);
        }
        for (CellValue cell : more) {
            out.write(delimiter);
            out.write(SafeText.cell(cell.text(), delimiter));
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
