package dev.oncemore.spreadsheet;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A CSV file. */
final class CsvFile implements Spreadsheet {
    private static final int HEAD = 4_000;
    /** A row of more characters is no row of a sheet. */
    private static final int ROW_MAX = 1 << 20;

    private final Encodings.Decoded decoded;
    private final char delimiter;
    private final Checkpoint checkpoint;

    private CsvFile(Encodings.Decoded decoded, char delimiter, Checkpoint checkpoint) {
        this.decoded = decoded;
        this.delimiter = delimiter;
        this.checkpoint = checkpoint;
    }

    static CsvFile open(byte[] bytes, @Nullable String encoding, @Nullable Character delimiter, Checkpoint checkpoint) {
        Encodings.Decoded decoded = encoding == null ? Encodings.decode(bytes) : Encodings.decode(bytes, encoding);
        if (decoded.text().indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "this is neither a workbook (.xlsx) nor a text file; save the sheet as CSV (UTF-8) and send the new file");
        }
        return new CsvFile(
                decoded, delimiter == null ? delimiter(decoded.text()) : requireKnown(delimiter), checkpoint);
    }

    private static char requireKnown(char delimiter) {
        if (",;\t|".indexOf(delimiter) < 0) {
            throw new IllegalArgumentException(
                    "the delimiter is '" + delimiter + "', but it must be a comma, semicolon, tab or bar");
        }
        return delimiter;
    }

    /** The delimiter that occurs most often in one of the first lines. */
    private static char delimiter(String text) {
        char best = ',';
        long most = 0;
        List<String> head = text.substring(0, Math.min(HEAD, text.length()))
                .lines()
                .limit(20)
                .toList();
        for (char candidate : new char[] {',', ';', '\t', '|'}) {
            long count = head.stream()
                    .mapToLong(line -> line.chars().filter(c -> c == candidate).count())
                    .max()
                    .orElse(0);
            if (count > most) {
                most = count;
                best = candidate;
            }
        }
        return best;
    }

    @Override
    public List<String> sheets() {
        return List.of();
    }

    @Override
    public String firstSheet() {
        return "";
    }

    @Override
    public String encoding() {
        return decoded.name();
    }

    @Override
    public char delimiter() {
        return delimiter;
    }

    @Override
    public void read(String sheet, RowHandler handler) {
        FileRow row = new FileRow(false);
        int number = 0;
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .fieldSeparator(delimiter)
                .skipEmptyLines(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .maxBufferSize(ROW_MAX)
                .ofCsvRecord(new StringReader(decoded.text()))) {
            for (CsvRecord record : reader) {
                checkpoint.pass();
                number++;
                row.begin(number);
                for (int i = 0; i < record.getFieldCount(); i++) {
                    row.put(i, record.getField(i), FileRow.Kind.TEXT);
                }
                if (!row.isBlank() && !handler.take(row)) {
                    return;
                }
            }
        } catch (CsvParseException e) {
            if (String.valueOf(e.getMessage()).contains("limit")) {
                throw new IllegalArgumentException(
                        "after row " + number + " comes one with more columns, or a longer cell, than can be read", e);
            }
            throw new IllegalArgumentException(
                    "the file breaks off or has a quote in the wrong place after row " + number
                            + "; a quote inside a cell is written twice (\"\")",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        // The file is in memory.
    }
}
