package dev.oncemore.spreadsheet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cells to put behind those of a file. */
public interface AddedCells {
    /** The headings. */
    List<String> headings();

    /** The cells of a row, as many as there are headings, or null where nothing is added. Rows are asked for in their order. */
    @Nullable
    List<String> of(int row);
}
