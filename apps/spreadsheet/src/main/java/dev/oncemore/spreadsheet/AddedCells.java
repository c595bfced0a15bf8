package dev.oncemore.spreadsheet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns to append to a file. */
public interface AddedCells {
    /** The headings. */
    List<String> headings();

    /** The cells to append to a row, one per heading, or null for none. Called for the rows in their order. */
    @Nullable
    List<String> of(int row);
}
