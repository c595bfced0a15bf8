package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.operations.store.Backend;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where sheets are kept. */
public final class Sheets {
    static final String SHEETS =
            "SELECT id, company, type, file_name, encoding, delimiter, who, created_at, confirmed_at, reading"
                    + " FROM oncemore_sheet LEFT JOIN oncemore_sheet_content ON sheet_id = id";

    private final Database database;
    private final SqlOperations sql;
    private final InstantSource clock;
    private final SheetRows rows;

    public Sheets(Backend backend, InstantSource clock) {
        this(backend.database(), backend.database(), clock);
    }

    private Sheets(Database database, SqlOperations sql, InstantSource clock) {
        this.database = database;
        this.sql = sql;
        this.clock = clock;
        this.rows = new SheetRows(database, sql);
    }

    /** The same as part of an open transaction. */
    public Sheets within(SqlOperations here) {
        return new Sheets(database, here, clock);
    }

    /** The sheets as people look through them. */
    public SheetList list() {
        return new SheetList(database, clock);
    }

    /** The rows of the sheets. */
    public SheetRows rows() {
        return rows;
    }

    /** Runs an update in an open transaction and returns the number of changed rows. */
    public static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    public Instant now() {
        return clock.instant();
    }

    /** Within a transaction. */
    void add(Connection connection, Sheet sheet) throws SQLException {
        update(
                connection,
                "INSERT INTO oncemore_sheet (id, company, type, file_name, encoding, delimiter, who, created_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                sheet.id(),
                sheet.company(),
                sheet.type().word(),
                sheet.fileName(),
                sheet.reading().encoding(),
                String.valueOf(sheet.reading().delimiter()),
                sheet.who(),
                sheet.createdAt().toEpochMilli());
    }

    /** Within a transaction: forgets the rows of a sheet that is read in another way; false when it was confirmed before. */
    boolean startAnew(Connection connection, Sheet sheet) throws SQLException {
        int found = update(
                connection,
                "UPDATE oncemore_sheet SET encoding = ?, delimiter = ? WHERE id = ? AND confirmed_at IS NULL",
                sheet.reading().encoding(),
                String.valueOf(sheet.reading().delimiter()),
                sheet.id());
        if (found == 1) {
            update(connection, "DELETE FROM oncemore_sheet_row WHERE sheet_id = ?", sheet.id());
        }
        return found == 1;
    }

    public Optional<Sheet> find(String id) {
        return sql.first(SHEETS + " WHERE id = ?", Sheets::sheet, id);
    }

    public List<Sheet> latest(int limit) {
        return sql.query(SHEETS + " ORDER BY created_at DESC, id DESC LIMIT " + limit, Sheets::sheet);
    }

    /**
     * The last that sheets know of a document.
     *
     * @param state of its rows
     * @param at when it was last sent, or its sheet came in
     * @param who brought the sheet
     * @param documentId its id in the accounting system; empty when it has none
     */
    public record Trace(RowState state, Instant at, String who, String documentId) {}

    /** What sheets know of a document whose record has expired. */
    public Optional<Trace> trace(DocumentName name) {
        return sql.first(
                "SELECT r.state, r.sent_at, s.who, r.document_id, s.created_at FROM oncemore_sheet_row r"
                        + " JOIN oncemore_sheet s ON s.id = r.sheet_id"
                        + " WHERE r.document = ? AND s.company = ? AND s.type = ?"
                        + " ORDER BY CASE WHEN r.state IN ('CREATED', 'DUPLICATE') THEN 0 ELSE 1 END, r.sent_at DESC,"
                        + " s.created_at DESC LIMIT 1",
                row -> new Trace(
                        RowState.valueOf(row.getString(1)),
                        Instant.ofEpochMilli(row.getLong(2) == 0 ? row.getLong(5) : row.getLong(2)),
                        row.getString(3),
                        row.getString(4)),
                name.number(),
                name.company(),
                name.type().word());
    }

    /** Documents of sheets that are like one that no sheet has, the nearest first. */
    public List<DocumentName> near(DocumentName name) {
        return new NearDocuments(sql).of(name);
    }

    /** Within a transaction: false when it was confirmed before. */
    public boolean confirm(Connection connection, String id) throws SQLException {
        return update(
                        connection,
                        "UPDATE oncemore_sheet SET confirmed_at = ? WHERE id = ? AND confirmed_at IS NULL",
                        clock.millis(),
                        id)
                == 1;
    }

    /** Within a transaction: false when it was confirmed before; blocks others from confirming it until the end. */
    public boolean holdOpen(Connection connection, String id) throws SQLException {
        return update(
                        connection,
                        "UPDATE oncemore_sheet SET confirmed_at = NULL WHERE id = ? AND confirmed_at IS NULL",
                        id)
                == 1;
    }

    /** As above, for all sheets of a company that were not confirmed before; returns how many. */
    public int holdAllOpen(Connection connection, String company) throws SQLException {
        return update(
                connection,
                "UPDATE oncemore_sheet SET confirmed_at = NULL WHERE company = ? AND confirmed_at IS NULL",
                company);
    }

    /** Within a transaction: blocks others from correcting, answering or confirming it until the end. */
    public void hold(Connection connection, String id) throws SQLException {
        update(connection, "UPDATE oncemore_sheet SET confirmed_at = confirmed_at WHERE id = ?", id);
    }

    /** Within a transaction: removes the sheets of a company, none of which was confirmed, with all that is kept of them. */
    public void removeAll(Connection connection, String company) throws SQLException {
        String ofThem = " WHERE sheet_id IN (SELECT id FROM oncemore_sheet WHERE company = ?)";
        for (String part : List.of("row", "part", "content", "sending", "archive")) {
            update(connection, "DELETE FROM oncemore_sheet_" + part + ofThem, company);
        }
        update(connection, "DELETE FROM oncemore_row_log" + ofThem, company);
        update(connection, "DELETE FROM oncemore_sheet WHERE company = ?", company);
    }

    static Sheet sheet(ResultSet row) throws SQLException {
        long confirmedAt = row.getLong(9);
        String reading = row.getString(10);
        return new Sheet(
                row.getString(1),
                row.getString(2),
                DocumentType.parse(row.getString(3)),
                row.getString(4),
                reading == null
                        ? Reading.earlier(row.getString(5), row.getString(6).charAt(0))
                        : Reading.read(reading),
                row.getString(7),
                Instant.ofEpochMilli(row.getLong(8)),
                confirmedAt == 0 ? null : Instant.ofEpochMilli(confirmedAt));
    }
}
