package dev.oncemore.desk.sheet;

import dev.oncemore.spreadsheet.Checkpoint;
import dev.oncemore.spreadsheet.FileRow;
import dev.oncemore.spreadsheet.Spreadsheet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file as it was read.
 *
 * @param reading how
 * @param lines one for each row that is not blank; none when columns are missing
 * @param preview its first rows
 * @param headings in full, as they may be remembered
 * @param hidden the numbers of the rows that people do not see in the file, also if they are left out
 */
public record SheetFile(
        Reading reading, List<TypedRow> lines, Preview preview, List<String> headings, List<Integer> hidden) {
    static final int ROWS_MAX = 100_000;
    static final int CELL_MAX = 1_000;
    /** Of all cells that are kept; a workbook may have one text in every cell. */
    private static final int CHARACTERS_MAX = 10_000_000;

    private static final int SHEETS_LOOKED_AT = 20;

    /** Rows that come from no file. */
    static SheetFile ofRows(Reading reading, List<TypedRow> lines) {
        List<Preview.Row> first = lines.stream()
                .limit(Preview.ROWS)
                .map(line -> new Preview.Row(
                        line.row(), Preview.shortened(List.copyOf(line.cells().values())), List.of()))
                .toList();
        return new SheetFile(reading, lines, new Preview(List.of(), Column.words(), first), Column.words(), List.of());
    }

    /**
     * Reads all of it.
     *
     * @param remembered the headings that the company had before
     * @param isStrict whether a file is refused whose columns are not all found; otherwise a person may choose them
     * @throws IllegalArgumentException when it cannot be read as a whole; the message says why
     */
    public static SheetFile read(byte[] bytes, ReadOptions options, Map<Column, String> remembered, boolean isStrict) {
        return read(bytes, options, remembered, isStrict, Checkpoint.NONE);
    }

    static SheetFile read(
            byte[] bytes,
            ReadOptions options,
            Map<Column, String> remembered,
            boolean isStrict,
            Checkpoint checkpoint) {
        try (Spreadsheet file = Spreadsheet.open(bytes, options.encoding(), options.delimiter(), checkpoint)) {
            SheetSample look = look(file, options, remembered, isStrict);
            if (look == null || !look.hasRows()) {
                throw new IllegalArgumentException("the sheet has no rows below its headings"
                        + (file.sheets().size() > 1 && options.sheet() != null ? "; choose another sheet" : ""));
            }
            look.requireNarrow();
            if (isStrict) {
                requireComplete(look);
            }
            Preview preview = look.preview(file.sheets());
            Reading reading = new Reading(
                    look.sheet(),
                    file.encoding(),
                    file.delimiter(),
                    look.headingsRow(),
                    options.dates() == null ? StyleDetection.dates(look) : options.dates(),
                    options.numbers() == null ? StyleDetection.numbers(look, file.delimiter()) : options.numbers(),
                    look.places(),
                    0,
                    options.checksCreated() != null && options.checksCreated(),
                    options.answers());
            Lines lines = new Lines(reading);
            file.read(look.sheet(), lines::take);
            return new SheetFile(
                    reading.withWidth(lines.width),
                    lines.lines,
                    preview.with(lines.lines),
                    look.headings(),
                    lines.hidden);
        }
    }

    /** The sheet that was asked for, or the first that has what we need, or the first that has anything. */
    private static @Nullable SheetSample look(
            Spreadsheet file, ReadOptions options, Map<Column, String> remembered, boolean isStrict) {
        String wished = options.sheet() != null ? options.sheet() : file.firstSheet();
        if (options.sheet() != null || file.sheets().size() < 2) {
            return SheetSample.at(file, wished, options, remembered, isStrict);
        }
        SheetSample any = null;
        List<String> sheets = new ArrayList<>(file.sheets());
        sheets.remove(wished);
        sheets.add(0, wished);
        for (String sheet : sheets.subList(0, Math.min(SHEETS_LOOKED_AT, sheets.size()))) {
            SheetSample look = SheetSample.at(file, sheet, ReadOptions.NONE, remembered, false);
            if (look != null && look.isComplete() && look.hasRows()) {
                return SheetSample.at(file, sheet, options, remembered, isStrict);
            }
            any = any == null || !any.hasRows() ? look : any;
        }
        return any == null ? null : SheetSample.at(file, any.sheet(), options, remembered, isStrict);
    }

    private static void requireComplete(SheetSample look) {
        List<String> missing = new ArrayList<>(Column.words());
        look.places().keySet().forEach(column -> missing.remove(column.word()));
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("a row of headings must have "
                    + String.join(",", Column.words()) + ", or usual words for them; missing: "
                    + String.join(", ", missing) + look.found());
        }
    }

    /**
     * Refuses a text that is longer than a cell may be, from a file or typed.
     *
     * @throws IllegalArgumentException when it is
     */
    public static void requireShort(int row, Column column, String text) {
        if (text.length() > CELL_MAX) {
            throw new IllegalArgumentException("row " + row + ", column " + column.word() + " has more than " + CELL_MAX
                    + " characters, which is too long for a cell");
        }
    }

    /** Collects the rows. */
    private static final class Lines {
        private static final int POOL_MAX = 20_000;
        private static final Column[] COLUMNS = Column.values();

        private final Reading reading;
        private final List<TypedRow> lines = new ArrayList<>();
        /** Dates and names repeat; each is kept once. */
        private final Map<String, String> pool = new HashMap<>();

        private final List<Integer> hidden = new ArrayList<>();
        private int width;
        private long characters;

        Lines(Reading reading) {
            this.reading = reading;
        }

        boolean take(FileRow row) {
            width = Math.max(width, row.width());
            if (row.number() <= reading.headingsRow() || !reading.isComplete()) {
                return true;
            }
            if (lines.size() == ROWS_MAX) {
                throw new IllegalArgumentException(
                        "the sheet has more than " + ROWS_MAX + " rows; split it into several");
            }
            String[] cells = new String[COLUMNS.length];
            boolean isBlank = true;
            for (Column column : COLUMNS) {
                String cell = cell(row, column, reading.places().getOrDefault(column, 0));
                cells[column.place()] = cell;
                isBlank &= cell.isEmpty();
            }
            // Sums and notes beside our columns are no rows.
            if (isBlank) {
                return true;
            }
            if (row.isHidden()) {
                hidden.add(row.number());
            }
            if (!row.isHidden() || !reading.leavesOutHidden()) {
                lines.add(new TypedRow(row.number(), cells));
            }
            return true;
        }

        private String cell(FileRow row, Column column, int place) {
            String text = CellText.of(row, place, column, reading.numbers());
            requireShort(row.number(), column, text);
            characters += text.length();
            if (characters > CHARACTERS_MAX) {
                throw new IllegalArgumentException("the sheet has more than " + CHARACTERS_MAX
                        + " characters in its columns up to row " + row.number() + "; split it into several");
            }
            if (pool.size() >= POOL_MAX) {
                pool.clear();
            }
            String same = pool.putIfAbsent(text, text);
            return same == null ? text : same;
        }
    }
}
