package dev.oncemore.spreadsheet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns to append to a file. */
public interface AddedCells {
    /** The headings. */
    List<String> headings();

    /** The width of each column in characters, as workbooks have it. */
    List<Integer> widths();

    /** The last row that gets cells; 0 if there is none. */
    int lastRow();

    /** The cells to append to a row, one per heading, or null for none. Called for the rows in their order. */
    @Nullable
    List<CellValue> of(int row);
}
