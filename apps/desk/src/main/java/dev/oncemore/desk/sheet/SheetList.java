package dev.oncemore.desk.sheet;

import dev.oncemore.By;
import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.audit.Act;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The sheets as people look through them: what became of each, and which need a person. Archived ones are kept, but not listed. */
public final class SheetList {
    private static final String IS_ARCHIVED = "id IN (SELECT sheet_id FROM oncemore_sheet_archive)";
    private static final String IS_WRONG = "state = 'ERROR'";
    private static final String IS_IN_DOUBT = "state = 'UNKNOWN' AND reason NOT IN ('CHECKING', 'ASKING')";

    private final Database database;
    private final InstantSource clock;

    SheetList(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The latest sheets first, archived ones or the others. */
    public List<SheetSummary> latest(boolean isArchived, int limit) {
        return summaries(database.query(
                Sheets.SHEETS + " WHERE " + (isArchived ? "" : "NOT ") + IS_ARCHIVED
                        + " ORDER BY created_at DESC, id DESC LIMIT " + limit,
                Sheets::sheet));
    }

    /** One sheet. */
    public SheetSummary summary(Sheet sheet) {
        return summaries(List.of(sheet)).get(0);
    }

    /** How many sheets are archived. */
    public int archived() {
        return database.first("SELECT COUNT(*) FROM oncemore_sheet_archive", row -> row.getInt(1))
                .orElse(0);
    }

    /** Who archived a sheet; empty when nobody did. */
    public Optional<String> archivedBy(String id) {
        return database.first("SELECT who FROM oncemore_sheet_archive WHERE sheet_id = ?", row -> row.getString(1), id);
    }

    /** Takes a sheet out of the list, or puts it back; false when it was so already. Its rows are sent as before. */
    public Act<Boolean> archive(Sheet sheet, boolean isArchived, By by) {
        return here -> here.auditIf(
                isArchived
                        ? here.sql()
                                        .insertNew(
                                                "oncemore_sheet_archive (sheet_id, who, at)",
                                                List.of(List.of(sheet.id(), by.who(), clock.millis())))
                                == 1
                        : here.sql().update("DELETE FROM oncemore_sheet_archive WHERE sheet_id = ?", sheet.id()) == 1,
                by,
                isArchived ? "sheet archived" : "sheet shown again",
                sheet.named());
    }

    /** How many rows of listed sheets that were confirmed need a person. */
    public long needing() {
        // Counted sheet by sheet, out of an index: joined, a database may look at every row of every sheet.
        return database.first(
                        "SELECT SUM((SELECT COUNT(*) FROM oncemore_sheet_row r WHERE r.sheet_id = s.id AND " + IS_WRONG
                                + ") + (SELECT COUNT(*) FROM oncemore_sheet_row r WHERE r.sheet_id = s.id AND "
                                + IS_IN_DOUBT + ")) FROM oncemore_sheet s WHERE s.confirmed_at IS NOT NULL AND NOT s."
                                + IS_ARCHIVED,
                        row -> row.getLong(1))
                .orElse(0L);
    }

    /** The rows of a sheet that need a person, in their order. */
    public List<SheetRow> needing(String id, int limit) {
        return Stream.of(IS_WRONG, IS_IN_DOUBT)
                .flatMap(state -> database
                        .query(
                                SheetRows.ROWS + " WHERE sheet_id = ? AND " + state + " ORDER BY row_no LIMIT " + limit,
                                StoredRow::read,
                                id)
                        .stream())
                .sorted(Comparator.comparingInt(SheetRow::row))
                .limit(limit)
                .toList();
    }

    /** The other rows of a sheet in their order, after this one. */
    public List<SheetRow> others(String id, int after, int limit) {
        return database.query(
                SheetRows.ROWS + " WHERE sheet_id = ? AND row_no > ? AND NOT (" + IS_WRONG + " OR (" + IS_IN_DOUBT
                        + ")) ORDER BY row_no LIMIT " + limit,
                StoredRow::read,
                id,
                after);
    }

    private List<SheetSummary> summaries(List<Sheet> sheets) {
        if (sheets.isEmpty()) {
            return List.of();
        }
        Object[] ids = sheets.stream().map(Sheet::id).toArray();
        String among = " sheet_id IN (" + String.join(", ", Collections.nCopies(ids.length, "?")) + ")";
        Map<String, Map<RowState, Integer>> counts = new HashMap<>();
        database.query(
                "SELECT sheet_id, state, COUNT(*) FROM oncemore_sheet_row WHERE" + among + " GROUP BY sheet_id, state",
                row -> counts.computeIfAbsent(row.getString(1), none -> new EnumMap<>(RowState.class))
                        .put(RowState.valueOf(row.getString(2)), row.getInt(3)),
                ids);
        Map<String, Integer> checking = counted(SheetRows.IS_CHECKED, among, ids);
        Map<String, Integer> asking = counted(SheetRows.IS_ASKED, among, ids);
        Map<String, Total> totals = new HashMap<>();
        database.query(
                "SELECT sheet_id, documents, amount FROM oncemore_sheet_content WHERE" + among,
                row -> totals.put(row.getString(1), new Total(row.getInt(2), new BigDecimal(row.getString(3)))),
                ids);
        return sheets.stream()
                .map(sheet -> new SheetSummary(
                        sheet,
                        counts.getOrDefault(sheet.id(), Map.of()),
                        checking.getOrDefault(sheet.id(), 0),
                        asking.getOrDefault(sheet.id(), 0),
                        totals.getOrDefault(sheet.id(), Total.NOTHING)))
                .toList();
    }

    private Map<String, Integer> counted(String condition, String among, Object... ids) {
        Map<String, Integer> counts = new HashMap<>();
        database.query(
                "SELECT sheet_id, COUNT(*) FROM oncemore_sheet_row WHERE" + among + " AND " + condition
                        + " GROUP BY sheet_id",
                row -> counts.put(row.getString(1), row.getInt(2)),
                ids);
        return counts;
    }
}
