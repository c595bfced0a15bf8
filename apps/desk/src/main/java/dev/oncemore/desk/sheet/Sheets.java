package dev.oncemore.desk.sheet;

import dev.oncemore.OncemoreException;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.transaction.TransactionWork;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where sheets are kept. */
public final class Sheets {
    private static final String SHEETS =
            "SELECT id, company, type, file_name, encoding, delimiter, who, created_at, confirmed_at, reading"
                    + " FROM oncemore_sheet LEFT JOIN oncemore_sheet_content ON sheet_id = id";

    private final Database database;
    private final Transactions transactions;
    private final InstantSource clock;
    private final SheetRows rows;

    public Sheets(Backend backend, InstantSource clock) {
        this.database = backend.database();
        this.rows = new SheetRows(database);
        this.clock = clock;
        // A whole sheet in one transaction takes longer than the usual few statements.
        this.transactions = database.transactions()
                .retry(RetryPolicy.named("sheets")
                        .maxAttempts(5)
                        .backoff(Backoff.exponential(Duration.ofMillis(50)).fullJitter())
                        .noAttemptTimeout()
                        .deadline(Duration.ofMinutes(2))
                        .unlimitedBudget()
                        .build());
    }

    /** The rows of the sheets. */
    public SheetRows rows() {
        return rows;
    }

    public Transactions transactions() {
        return transactions;
    }

    /** Runs the work in a transaction; a failure of the store becomes an {@link OncemoreException}. */
    public <T> T stored(TransactionWork<T, SQLException> work) {
        try {
            return transactions.run(work);
        } catch (SQLException e) {
            throw new OncemoreException(
                    "the store failed; try again, and check the database if it persists: " + e.getMessage(), e);
        }
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
        return database.first(SHEETS + " WHERE id = ?", Sheets::sheet, id);
    }

    public List<Sheet> latest(int limit) {
        return database.query(SHEETS + " ORDER BY created_at DESC, id DESC LIMIT " + limit, Sheets::sheet);
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
        return database.first(
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

    private static Sheet sheet(ResultSet row) throws SQLException {
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
