package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * A table with more columns.
 *
 * @param table the table as it was
 * @param names the names of the columns that follow on its last one
 */
record TablePatch(SheetTable table, List<String> names) {
    Area area() {
        return table.area().through(table.area().lastColumn() + names.size());
    }

    /** Copies the table's part. */
    void patch(TagScanner tags, int column, Set<String> wanted) throws IOException {
        FilterPatch filter = table.filter(area(), column, table.hasHeader() ? wanted : Set.of());
        while (tags.next()) {
            if (tags.depth() == 0 && tags.is("table", false)) {
                tags.write(tags.with("ref", area().ref()));
                if (!table.hasFilter() && table.hasHeader() && !wanted.isEmpty()) {
                    tags.write(filter.written(tags.prefix()));
                }
            } else if (tags.depth() == 1 && tags.is("autoFilter", false)) {
                filter.copy(tags);
            } else if (tags.depth() == 1 && tags.is("tableColumns", false)) {
                tags.write(tags.with("count", Integer.toString(area().width())));
            } else if (tags.depth() == 1 && tags.is("tableColumns", true)) {
                columns(tags);
                tags.copy();
            } else {
                filter.sortStateOrCopy(tags);
            }
        }
    }

    private void columns(TagScanner tags) throws IOException {
        int id = table.lastId();
        for (String name : names) {
            tags.write("<" + tags.prefix() + "tableColumn id=\"" + ++id + "\" name=\"" + SheetTable.written(name)
                    + "\"/>");
        }
    }
}
