package dev.oncemore.desk.sheet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through the rows of a sheet in their order, and never holds more than a page of them. */
final class RowCursor {
    private static final int PAGE = 1_000;

    private final SheetRows rows;
    private final String id;
    private List<SheetRow> page = List.of();
    private int at;
    private int last;
    private @Nullable SheetRow current;

    RowCursor(SheetRows rows, String id) {
        this.rows = rows;
        this.id = id;
    }

    /** The next row; null after the last one. */
    @Nullable
    SheetRow next() {
        if (at == page.size()) {
            page = rows.page(id, null, last, PAGE);
            at = 0;
        }
        current = at < page.size() ? page.get(at++) : null;
        last = current == null ? last : current.row();
        return current;
    }

    /** The row with this number, which is not before those that were asked for; null if there is none. */
    @Nullable
    SheetRow at(int row) {
        while (last < row) {
            if (next() == null) {
                return null;
            }
        }
        return current != null && current.row() == row ? current : null;
    }
}
