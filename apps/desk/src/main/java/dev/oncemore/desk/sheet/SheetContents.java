package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.store.Backend;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Where the files of sheets are kept as they came, with what was found in them. */
public final class SheetContents {
    /** No database needs to be told to allow parts of this size. */
    private static final int PART = 512 * 1024;

    private static final int HEADING_MAX = 255;
    private static final int FORGOTTEN_AT_ONCE = 100;

    private final Database database;

    public SheetContents(Backend backend) {
        this.database = backend.database();
    }

    /** Within a transaction. */
    void add(Connection connection, String id, byte[] file) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO oncemore_sheet_part (sheet_id, part_no, content) VALUES (?, ?, ?)")) {
            for (int from = 0; from < file.length; from += PART) {
                statement.setString(1, id);
                statement.setInt(2, from / PART);
                statement.setBytes(3, Arrays.copyOfRange(file, from, Math.min(file.length, from + PART)));
                statement.executeUpdate();
            }
        }
    }

    /** Within a transaction: what was found, in place of what was before. */
    void describe(Connection connection, String id, SheetFile file, List<String> warnings, Total total)
            throws SQLException {
        Sheets.update(connection, "DELETE FROM oncemore_sheet_content WHERE sheet_id = ?", id);
        Sheets.update(
                connection,
                "INSERT INTO oncemore_sheet_content (sheet_id, reading, preview, warnings, documents, amount)"
                        + " VALUES (?, ?, ?, ?, ?, ?)",
                id,
                file.reading().written(),
                file.preview().written(),
                String.join("\n", warnings),
                total.documents(),
                total.amount().toPlainString());
    }

    /** Within a transaction: what a correction changed. */
    public void count(Connection connection, String id, Total before, Total after) throws SQLException {
        int changed = Sheets.update(
                connection,
                "UPDATE oncemore_sheet_content SET documents = ?, amount = ? WHERE sheet_id = ? AND documents = ?"
                        + " AND amount = ?",
                after.documents(),
                after.amount().toPlainString(),
                id,
                before.documents(),
                before.amount().toPlainString());
        if (changed == 0) {
            throw Rejected.conflict("this sheet was changed at the same time; try again");
        }
    }

    /** The file as it came; empty when it came before files were kept. */
    public byte[] file(String id) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        database.query(
                        "SELECT content FROM oncemore_sheet_part WHERE sheet_id = ? ORDER BY part_no",
                        row -> row.getBytes(1),
                        id)
                .forEach(file::writeBytes);
        return file.toByteArray();
    }

    /**
     * Lets go of the files of sheets that were confirmed before this, or came before it and were not; answers of how many. Whoever
     * still has rows under way keeps its file until they have come to an end. What became of rows stays.
     */
    public int forget(Instant before) {
        int forgotten = 0;
        List<String> some;
        do {
            some = database.query(
                    "SELECT s.id FROM oncemore_sheet s"
                            + " JOIN oncemore_sheet_part p ON p.sheet_id = s.id AND p.part_no = 0"
                            + " WHERE COALESCE(s.confirmed_at, s.created_at) < ? AND (s.confirmed_at IS NULL"
                            + " OR NOT EXISTS (SELECT 1 FROM oncemore_sheet_row r WHERE r.sheet_id = s.id AND "
                            + SheetRows.IS_UNDER_WAY + ")) LIMIT " + FORGOTTEN_AT_ONCE,
                    row -> row.getString(1),
                    before.toEpochMilli());
            some.forEach(id -> database.update("DELETE FROM oncemore_sheet_part WHERE sheet_id = ?", id));
            forgotten += some.size();
        } while (some.size() == FORGOTTEN_AT_ONCE);
        return forgotten;
    }

    Preview preview(String id) {
        return database.first(
                        "SELECT preview FROM oncemore_sheet_content WHERE sheet_id = ?",
                        row -> Preview.read(row.getString(1)),
                        id)
                .orElse(Preview.NONE);
    }

    List<String> warnings(String id) {
        return database.first(
                        "SELECT warnings FROM oncemore_sheet_content WHERE sheet_id = ?", row -> row.getString(1), id)
                .map(text -> text.lines().toList())
                .orElse(List.of());
    }

    public Total total(String id) {
        return database.first(
                        "SELECT documents, amount FROM oncemore_sheet_content WHERE sheet_id = ?",
                        row -> new Total(row.getInt(1), new BigDecimal(row.getString(2))),
                        id)
                .orElse(Total.NOTHING);
    }

    /** The column headings that a company uses. */
    Map<Column, String> headings(String company, DocumentType type) {
        Map<Column, String> headings = new EnumMap<>(Column.class);
        database.query(
                        "SELECT column_word, heading FROM oncemore_sheet_heading WHERE company = ? AND type = ?",
                        row -> Map.entry(row.getString(1), row.getString(2)),
                        company,
                        type.word())
                .forEach(entry -> {
                    for (Column column : Column.values()) {
                        if (column.word().equals(entry.getKey())) {
                            headings.put(column, entry.getValue());
                        }
                    }
                });
        return headings;
    }

    /** Within a transaction: what a company calls its columns from now on. */
    void remember(Connection connection, Sheet sheet, Map<Column, String> headings) throws SQLException {
        String company = sheet.company();
        String type = sheet.type().word();
        Sheets.update(connection, "DELETE FROM oncemore_sheet_heading WHERE company = ? AND type = ?", company, type);
        for (Map.Entry<Column, String> entry : headings.entrySet()) {
            if (!entry.getValue().isEmpty() && entry.getValue().length() <= HEADING_MAX) {
                Sheets.update(
                        connection,
                        "INSERT INTO oncemore_sheet_heading (company, type, column_word, heading) VALUES (?, ?, ?, ?)",
                        company,
                        type,
                        entry.getKey().word(),
                        entry.getValue());
            }
        }
    }
}
