package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentName;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** A row as it was typed. A sheet has up to 100,000 of them, so they are kept small. */
public final class TypedRow {
    private static final Column[] COLUMNS = Column.values();

    private final int row;
    private final String[] cells;
    private final String number;

    /**
     * A row.
     *
     * @param row where it stands in the file
     * @param cells what each column holds, in the order of the columns
     */
    TypedRow(int row, String... cells) {
        this.row = row;
        this.cells = cells;
        String normal = DocumentName.normal(cell(Column.NUMBER));
        this.number = DocumentName.isNumber(normal) ? normal : "";
    }

    public TypedRow(int row, Map<Column, String> cells) {
        this(
                row,
                Arrays.stream(COLUMNS)
                        .map(column -> cells.getOrDefault(column, ""))
                        .toArray(String[]::new));
    }

    int row() {
        return row;
    }

    String cell(Column column) {
        return cells[column.place()];
    }

    Map<Column, String> cells() {
        EnumMap<Column, String> map = new EnumMap<>(Column.class);
        for (Column column : COLUMNS) {
            map.put(column, cell(column));
        }
        return Collections.unmodifiableMap(map);
    }

    /** Whether each cell is the same. */
    boolean isSame(TypedRow other) {
        return Arrays.equals(cells, other.cells);
    }

    /** The document's number in its one form; empty when it has none. */
    String number() {
        return number;
    }
}
