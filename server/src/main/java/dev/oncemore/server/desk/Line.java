package dev.oncemore.server.desk;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * A row as it was typed.
 *
 * @param row where it stands in the file; the headings are row 1
 * @param cells what each column holds
 */
record Line(int row, Map<Column, String> cells) {
    Line {
        EnumMap<Column, String> copy = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            copy.put(column, cells.getOrDefault(column, ""));
        }
        cells = Collections.unmodifiableMap(copy);
    }

    String cell(Column column) {
        return cells.getOrDefault(column, "");
    }

    /** The document's number in its one form; it may be none. */
    String number() {
        String normal = DocumentName.normal(cell(Column.NUMBER));
        return DocumentName.isNumber(normal) ? normal : "";
    }
}
