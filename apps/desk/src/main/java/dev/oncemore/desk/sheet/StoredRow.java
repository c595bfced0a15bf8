package dev.oncemore.desk.sheet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A row of a sheet as its table has it: the cells are JSON. */
final class StoredRow {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private StoredRow() {}

    static String written(Map<Column, String> cells) {
        ObjectNode node = JSON.createObjectNode();
        for (Column column : Column.values()) {
            node.put(column.word(), cells.getOrDefault(column, ""));
        }
        return node.toString();
    }

    /** Reads the columns of {@link SheetRows#ROWS}. */
    static SheetRow read(ResultSet row) throws SQLException {
        JsonNode node = JSON.readTree(row.getString(3));
        Map<Column, String> cells = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            cells.put(column, node.path(column.word()).asString(""));
        }
        long sentAt = row.getLong(7);
        return new SheetRow(
                row.getInt(1),
                row.getString(2),
                cells,
                RowState.valueOf(row.getString(4)),
                RowReason.valueOf(row.getString(10)),
                row.getString(5),
                row.getString(6),
                sentAt == 0 ? null : Instant.ofEpochMilli(sentAt),
                row.getInt(8),
                row.getInt(9));
    }
}
