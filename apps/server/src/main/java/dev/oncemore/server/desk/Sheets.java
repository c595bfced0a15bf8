package dev.oncemore.server.desk;

import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.transaction.TransactionWork;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.server.store.Backend;
import dev.oncemore.server.store.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Where sheets and their rows are kept. */
final class Sheets {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** How the message of an unknown row begins while it is still being asked for. */
    static final String CHECKING = "checking: ";

    /** What waits, or is on its way. */
    static final String WAITS = "state IN ('PENDING', 'SENDING')";
    /** What the accounting system is being asked for. */
    static final String IS_CHECKED = "state = 'UNKNOWN' AND message LIKE '" + CHECKING + "%'";

    private static final int BATCH = 500;
    /** No document has so many; a column that was taken for the number by mistake might. */
    private static final int DOCUMENT_ROWS_MAX = 1_000;

    private static final String ROWS =
            "SELECT row_no, document, cells, state, message, document_id, sent_at, revision, key_revision"
                    + " FROM oncemore_sheet_row";
    private static final String SHEETS =
            "SELECT id, company, type, file_name, encoding, delimiter, who, created_at, confirmed_at, reading"
                    + " FROM oncemore_sheet LEFT JOIN oncemore_sheet_content ON sheet_id = id";

    private final Sql sql;
    private final Transactions transactions;
    private final InstantSource clock;

    Sheets(Backend backend, InstantSource clock) {
        this.sql = new Sql(backend.dataSource());
        this.clock = clock;
        // A whole sheet in one transaction takes longer than the usual few statements.
        this.transactions = backend.transactions()
                .retry(RetryPolicy.named("sheets")
                        .maxAttempts(5)
                        .backoff(Backoff.exponential(Duration.ofMillis(50)).fullJitter())
                        .deadline(Duration.ofMinutes(2))
                        .unlimitedBudget()
                        .build());
    }

    Transactions transactions() {
        return transactions;
    }

    /** Does it within a transaction; what the store cannot do is told as such. */
    <T> T stored(TransactionWork<T, SQLException> work) {
        try {
            return transactions.run(work);
        } catch (SQLException e) {
            throw new OncemoreException(
                    "the store could not do this; try again, and look at the database if it stays so: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Within a transaction; answers how many rows it changed. */
    static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    Instant now() {
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

    /** Within a transaction. */
    void addRows(Connection connection, String id, Iterator<SheetRow> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO oncemore_sheet_row (sheet_id, row_no, document, cells, state, message, document_id,"
                        + " revision) VALUES (?, ?, ?, ?, ?, ?, ?, 0)")) {
            int waiting = 0;
            while (rows.hasNext()) {
                SheetRow row = rows.next();
                statement.setString(1, id);
                statement.setInt(2, row.row());
                statement.setString(3, row.document());
                statement.setString(4, written(row.cells()));
                statement.setString(5, row.state().name());
                statement.setString(6, row.message());
                statement.setString(7, row.documentId());
                statement.addBatch();
                if (++waiting % BATCH == 0) {
                    statement.executeBatch();
                }
            }
            statement.executeBatch();
        }
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

    Optional<Sheet> find(String id) {
        return sql.first(SHEETS + " WHERE id = ?", Sheets::sheet, id);
    }

    List<SheetRow> all(String id) {
        return sql.list(ROWS + " WHERE sheet_id = ? ORDER BY row_no", Sheets::row, id);
    }

    List<Sheet> latest(int limit) {
        return sql.list(SHEETS + " ORDER BY created_at DESC, id DESC LIMIT " + limit, Sheets::sheet);
    }

    /** The rows of a document, and before each of them the row that stands before it, whosever that is. */
    List<SheetRow> around(String id, String document) {
        Map<Integer, SheetRow> found = new TreeMap<>();
        List<SheetRow> own = of(id, document);
        own.forEach(row -> found.put(row.row(), row));
        for (SheetRow row : own) {
            if (!found.containsKey(row.row() - 1)) {
                before(id, row.row()).ifPresent(before -> found.putIfAbsent(before.row(), before));
            }
        }
        return new ArrayList<>(found.values());
    }

    private List<SheetRow> of(String id, String document) {
        return document.isEmpty()
                ? List.of()
                : sql.list(
                        ROWS + " WHERE sheet_id = ? AND document = ? ORDER BY row_no LIMIT " + DOCUMENT_ROWS_MAX,
                        Sheets::row,
                        id,
                        document);
    }

    /** The row that stands before this one. */
    Optional<SheetRow> before(String id, int number) {
        return sql.first(
                ROWS + " WHERE sheet_id = ? AND row_no < ? ORDER BY row_no DESC LIMIT 1", Sheets::row, id, number);
    }

    List<SheetRow> page(String id, @Nullable RowState state, int after, int limit) {
        String tail = " AND row_no > ? ORDER BY row_no LIMIT " + limit;
        return state == null
                ? sql.list(ROWS + " WHERE sheet_id = ?" + tail, Sheets::row, id, after)
                : sql.list(ROWS + " WHERE sheet_id = ? AND state = ?" + tail, Sheets::row, id, state.name(), after);
    }

    List<SheetRow> of(SendRequest errand) {
        return sql.list(
                ROWS + " WHERE sheet_id = ? AND document = ? AND revision = ? ORDER BY row_no",
                Sheets::row,
                errand.sheet(),
                errand.document(),
                errand.revision());
    }

    /** Whether nothing of this errand is to be sent any more: its rows are in Error, or another's. */
    boolean isTakenBack(SendRequest errand) {
        return sql.first(
                        "SELECT state FROM oncemore_sheet_row WHERE sheet_id = ? AND document = ? AND revision = ?"
                                + " ORDER BY row_no LIMIT 1",
                        row -> RowState.valueOf(row.getString(1)),
                        errand.sheet(),
                        errand.document(),
                        errand.revision())
                .filter(state -> state != RowState.ERROR)
                .isEmpty();
    }

    Map<RowState, Integer> counts(String id) {
        Map<RowState, Integer> counts = new EnumMap<>(RowState.class);
        for (RowState state : RowState.values()) {
            counts.put(state, 0);
        }
        sql.list(
                        "SELECT state, COUNT(*) FROM oncemore_sheet_row WHERE sheet_id = ? GROUP BY state",
                        row -> Map.entry(RowState.valueOf(row.getString(1)), row.getInt(2)),
                        id)
                .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
        return counts;
    }

    /** How many rows are still being sent or asked for. */
    int underWay(String id) {
        // Two questions, since a database answers each out of an index, but not both at once.
        return count(id, WAITS) + count(id, IS_CHECKED);
    }

    private int count(String id, String condition) {
        return sql.first(
                        "SELECT COUNT(*) FROM oncemore_sheet_row WHERE sheet_id = ? AND " + condition,
                        row -> row.getInt(1),
                        id)
                .orElse(0);
    }

    /** What sheets remember of a document when records do not any more. */
    Optional<Answer> trace(DocumentName name) {
        return sql.first(
                "SELECT r.state, r.sent_at, s.who, r.document_id, s.created_at FROM oncemore_sheet_row r"
                        + " JOIN oncemore_sheet s ON s.id = r.sheet_id"
                        + " WHERE r.document = ? AND s.company = ? AND s.type = ?"
                        + " ORDER BY CASE WHEN r.state IN ('CREATED', 'DUPLICATE') THEN 0 ELSE 1 END, r.sent_at DESC,"
                        + " s.created_at DESC LIMIT 1",
                row -> Answer.trace(
                        RowState.valueOf(row.getString(1)),
                        Instant.ofEpochMilli(row.getLong(2) == 0 ? row.getLong(5) : row.getLong(2)),
                        row.getString(3),
                        row.getString(4)),
                name.number(),
                name.company(),
                name.type().word());
    }

    /** Within a transaction: false when it was confirmed before. */
    boolean confirm(Connection connection, String id) throws SQLException {
        return update(
                        connection,
                        "UPDATE oncemore_sheet SET confirmed_at = ? WHERE id = ? AND confirmed_at IS NULL",
                        clock.millis(),
                        id)
                == 1;
    }

    /** Within a transaction: false when it was confirmed before; until its end nobody else confirms it. */
    boolean holdOpen(Connection connection, String id) throws SQLException {
        return update(
                        connection,
                        "UPDATE oncemore_sheet SET confirmed_at = NULL WHERE id = ? AND confirmed_at IS NULL",
                        id)
                == 1;
    }

    /** Within a transaction: the documents that nothing is wrong with. */
    List<String> pending(Connection connection, String id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT document FROM oncemore_sheet_row WHERE sheet_id = ? AND state = 'PENDING' GROUP BY document"
                        + " ORDER BY MIN(row_no)")) {
            statement.setString(1, id);
            List<String> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
            return found;
        }
    }

    /** Within a transaction: the rows whose document had been created before. */
    List<SheetRow> duplicates(Connection connection, String id) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(ROWS + " WHERE sheet_id = ? AND state = 'DUPLICATE' ORDER BY row_no")) {
            statement.setString(1, id);
            return read(statement);
        }
    }

    private static List<SheetRow> read(PreparedStatement statement) throws SQLException {
        List<SheetRow> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                found.add(row(rows));
            }
        }
        return found;
    }

    /**
     * Within a transaction: what waits is set to Error, and answered as it was. However many rows it is, it takes three statements.
     *
     * @param mark a message that no row has had before, by which they are told from others until the end of the transaction
     */
    List<SheetRow> takeBack(Connection connection, String id, String mark, String words) throws SQLException {
        update(
                connection,
                "UPDATE oncemore_sheet_row SET state = 'ERROR', message = ? WHERE sheet_id = ? AND state = 'PENDING'",
                mark,
                id);
        List<SheetRow> taken;
        try (PreparedStatement statement = connection.prepareStatement(
                ROWS + " WHERE sheet_id = ? AND state = 'ERROR' AND message = ? ORDER BY row_no")) {
            statement.setString(1, id);
            statement.setString(2, mark);
            taken = read(statement);
        }
        update(
                connection,
                "UPDATE oncemore_sheet_row SET message = ? WHERE sheet_id = ? AND state = 'ERROR' AND message = ?",
                words,
                id,
                mark);
        return taken;
    }

    /** Within a transaction: the rows of a document are to be sent again; false when somebody else just did that. */
    boolean again(Connection connection, SendRequest errand) throws SQLException {
        return update(
                        connection,
                        // The state last: MariaDB reads what it has set already.
                        "UPDATE oncemore_sheet_row SET"
                                + " key_revision = key_revision + CASE WHEN state = 'ERROR' THEN 1 ELSE 0 END,"
                                + " message = '', revision = ?, state = 'PENDING'"
                                + " WHERE sheet_id = ? AND document = ? AND revision < ? AND state NOT IN ('CREATED', 'DUPLICATE')",
                        errand.revision(),
                        errand.sheet(),
                        errand.document(),
                        errand.revision())
                > 0;
    }

    /** Within a transaction: false when the row is not as it was read. A later answer to what stood there finds another revision. */
    boolean change(Connection connection, Sheet sheet, SheetRow before, SheetRow after) throws SQLException {
        return update(
                        connection,
                        "UPDATE oncemore_sheet_row SET document = ?, cells = ?, state = ?, message = ?, revision = ?"
                                + " WHERE sheet_id = ? AND row_no = ? AND state = ? AND revision = ? AND cells = ?",
                        after.document(),
                        written(after.cells()),
                        after.state().name(),
                        after.message(),
                        // What was not confirmed was never sent, and is first sent as revision 0.
                        sheet.isConfirmed() ? before.revision() + 1 : before.revision(),
                        sheet.id(),
                        before.row(),
                        before.state().name(),
                        before.revision(),
                        written(before.cells()))
                == 1;
    }

    private static String written(Map<Column, String> cells) {
        ObjectNode node = JSON.createObjectNode();
        for (Column column : Column.values()) {
            node.put(column.word(), cells.getOrDefault(column, ""));
        }
        return node.toString();
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

    private static SheetRow row(ResultSet row) throws SQLException {
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
                row.getString(5),
                row.getString(6),
                sentAt == 0 ? null : Instant.ofEpochMilli(sentAt),
                row.getInt(8),
                row.getInt(9));
    }
}
