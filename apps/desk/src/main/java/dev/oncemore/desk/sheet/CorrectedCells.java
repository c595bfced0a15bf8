package dev.oncemore.desk.sheet;

import dev.oncemore.spreadsheet.Checkpoint;
import dev.oncemore.spreadsheet.FileRow;
import dev.oncemore.spreadsheet.Spreadsheet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Which cells of a sheet were corrected on its page: those that are not as the file has them. One bit is kept per cell. */
final class CorrectedCells {
    private static final Column[] COLUMNS = Column.values();

    private final BitSet cells = new BitSet();

    /** Reads the file in the same way as before, and compares its rows with those that are kept now. */
    static CorrectedCells find(Reading reading, byte[] file, RowCursor rows, Checkpoint checkpoint) {
        CorrectedCells corrected = new CorrectedCells();
        if (!reading.isComplete()) {
            return corrected;
        }
        ReadOptions options = reading.options();
        try (Spreadsheet spreadsheet = Spreadsheet.open(file, options.encoding(), options.delimiter(), checkpoint)) {
            spreadsheet.read(reading.sheet(), row -> {
                corrected.compare(reading, row, rows);
                return true;
            });
        }
        return corrected;
    }

    private void compare(Reading reading, FileRow row, RowCursor rows) {
        SheetRow kept = rows.at(row.number());
        if (kept == null) {
            return;
        }
        for (Column column : COLUMNS) {
            String text = CellText.of(row, reading.places().getOrDefault(column, 0), column, reading.numbers());
            if (!text.equals(kept.cells().getOrDefault(column, ""))) {
                cells.set(row.number() * COLUMNS.length + column.place());
            }
        }
    }

    /** The corrections of a row in words: "quantity sent as 4". */
    List<String> words(SheetRow row) {
        boolean wasSent = row.state().isThere() || row.state() == RowState.SENDING || row.state() == RowState.UNKNOWN;
        List<String> words = new ArrayList<>();
        for (Column column : COLUMNS) {
            if (cells.get(row.row() * COLUMNS.length + column.place())) {
                words.add(column.word() + (wasSent ? " sent as '" : " corrected to '")
                        + row.cells().getOrDefault(column, "") + "'");
            }
        }
        return words;
    }
}
