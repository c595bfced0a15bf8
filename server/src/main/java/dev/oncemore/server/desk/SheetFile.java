package dev.oncemore.server.desk;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A CSV file as it was read.
 *
 * @param encoding as it was detected
 * @param delimiter as it was detected: comma, semicolon or tab
 * @param lines one for each row that is not blank
 */
record SheetFile(String encoding, char delimiter, List<Line> lines) {
    static final int ROWS_MAX = 10_000;
    private static final int COLUMNS_MAX = 200;
    private static final int CELL_MAX = 1_000;

    /**
     * Reads all of it.
     *
     * @throws IllegalArgumentException when it cannot be read as a whole; the message says why, for whoever made the file
     */
    static SheetFile read(byte[] bytes) {
        if (bytes.length >= 2 && bytes[0] == 'P' && bytes[1] == 'K') {
            throw new IllegalArgumentException("this is a workbook or an archive; save the sheet as CSV and send that");
        }
        Encodings.Decoded decoded = Encodings.decode(bytes);
        if (decoded.text().indexOf('\0') >= 0) {
            throw new IllegalArgumentException("this is no text file; save the sheet as CSV (UTF-8) and send that");
        }
        char delimiter = delimiter(decoded.text());
        List<Line> lines = lines(decoded.text(), delimiter);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("the sheet has no rows below its headings");
        }
        return new SheetFile(decoded.name(), delimiter, lines);
    }

    /** The one that the headings have most of. */
    private static char delimiter(String text) {
        String headings =
                text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        char best = ',';
        long most = 0;
        for (char candidate : new char[] {',', ';', '\t'}) {
            long count = headings.chars().filter(c -> c == candidate).count();
            if (count > most) {
                most = count;
                best = candidate;
            }
        }
        return best;
    }

    private static List<Line> lines(String text, char delimiter) {
        List<Line> lines = new ArrayList<>();
        Map<Column, Integer> places = Map.of();
        int row = 0;
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .fieldSeparator(delimiter)
                .skipEmptyLines(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .ofCsvRecord(text)) {
            for (CsvRecord record : reader) {
                row++;
                List<String> cells = record.getFields();
                if (cells.stream().allMatch(String::isBlank)) {
                    continue;
                }
                if (places.isEmpty()) {
                    places = places(cells);
                } else if (lines.size() == ROWS_MAX) {
                    throw new IllegalArgumentException(
                            "the sheet has more than " + ROWS_MAX + " rows; split it into several");
                } else {
                    lines.add(line(row, cells, places));
                }
            }
        } catch (CsvParseException e) {
            throw new IllegalArgumentException(
                    "the file breaks off or has a quote in the wrong place after row " + row
                            + "; a quote inside a cell is written twice (\"\")",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private static Map<Column, Integer> places(List<String> headings) {
        if (headings.size() > COLUMNS_MAX) {
            throw new IllegalArgumentException(
                    "the sheet has " + headings.size() + " columns, but at most " + COLUMNS_MAX + " are read");
        }
        Map<Column, Integer> places = new EnumMap<>(Column.class);
        for (int i = 0; i < headings.size(); i++) {
            int place = i;
            Column.of(headings.get(i)).ifPresent(column -> {
                if (places.put(column, place) != null) {
                    throw new IllegalArgumentException("the column " + column.word() + " is there twice");
                }
            });
        }
        List<String> missing = new ArrayList<>(Column.words());
        places.keySet().forEach(column -> missing.remove(column.word()));
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the first row must have the headings "
                    + String.join(",", Column.words()) + "; missing: " + String.join(", ", missing));
        }
        return places;
    }

    private static Line line(int row, List<String> cells, Map<Column, Integer> places) {
        Map<Column, String> values = new EnumMap<>(Column.class);
        places.forEach((column, place) -> {
            String value = place < cells.size() ? cells.get(place).strip() : "";
            if (value.length() > CELL_MAX) {
                throw new IllegalArgumentException("row " + row + ", column " + column.word() + " has " + value.length()
                        + " characters, but a cell has at most " + CELL_MAX);
            }
            values.put(column, value);
        });
        return new Line(row, values);
    }
}
