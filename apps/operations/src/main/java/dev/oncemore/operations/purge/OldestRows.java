package dev.oncemore.operations.purge;

import dev.oncemore.jdbc.Database;
import java.time.Instant;
import java.util.List;

/** Removes the oldest rows of a table with time-ordered ids ({@code id}) and a time in milliseconds ({@code at}). */
public final class OldestRows {
    private OldestRows() {}

    private record Row(String id, long atMillis) {}

    /** Removes up to {@code rowsMax} rows from before this time, and returns how many. Needs no index beside the primary key. */
    public static int purge(Database database, String table, Instant before, int rowsMax) {
        List<String> over = database
                .query(
                        "SELECT id, at FROM " + table + " ORDER BY id LIMIT " + rowsMax,
                        row -> new Row(row.getString(1), row.getLong(2)))
                .stream()
                .filter(row -> row.atMillis() < before.toEpochMilli())
                .map(Row::id)
                .toList();
        return over.isEmpty()
                ? 0
                : database.update(
                        "DELETE FROM " + table + " WHERE id <= ? AND at < ?",
                        over.get(over.size() - 1),
                        before.toEpochMilli());
    }
}
