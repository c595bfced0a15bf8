package dev.oncemore.desk.sheet;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the rows of sheets are kept. */
public final class SheetRows {
    /** Rows that wait or are being sent. */
    static final String WAITS = "state IN ('PENDING', 'SENDING')";
    /** Rows of which the next attempt asks the accounting system first. */
    static final String IS_CHECKED = "state = 'UNKNOWN' AND reason = 'CHECKING'";
    /** Rows that are not sent any more, and about which the desk keeps asking. */
    static final String IS_ASKED = "state = 'UNKNOWN' AND reason = 'ASKING'";

    /** Rows that have not come to an end. */
    public static final String IS_UNDER_WAY = "(" + WAITS + " OR (" + IS_CHECKED + "))";

    private static final int BATCH = 500;
    /** No document has so many; a column that was taken for the number by mistake might. */
    private static final int DOCUMENT_ROWS_MAX = 1_000;

    private static final String SELECTED =
            "SELECT row_no, document, cells, state, message, document_id, sent_at, revision, attempts, reason";
    private static final String FROM = " FROM oncemore_sheet_row";
    static final String ROWS = SELECTED + FROM;

    private final SqlOperations sql;
    /** Fails if a withdrawal has not committed yet. SQLite needs no such lock, since claims and withdrawals take turns. */
    private final String sharedAtOnce;

    private final String forUpdate;

    SheetRows(Database database, SqlOperations sql) {
        this.sql = sql;
        this.sharedAtOnce = database.sqlFor(" FOR SHARE NOWAIT", " LOCK IN SHARE MODE NOWAIT", "");
        this.forUpdate = database.sqlFor(" FOR UPDATE", " FOR UPDATE", "");
    }

    /** Within a transaction. */
    void addRows(Connection connection, String id, Iterator<SheetRow> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO oncemore_sheet_row (sheet_id, row_no, document, cells, state, message, document_id,"
                        + " reason, revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)")) {
            int waiting = 0;
            while (rows.hasNext()) {
                SheetRow row = rows.next();
                statement.setString(1, id);
                statement.setInt(2, row.row());
                statement.setString(3, row.document());
                statement.setString(4, StoredRow.written(row.cells()));
                statement.setString(5, row.state().name());
                statement.setString(6, row.message());
                statement.setString(7, row.documentId());
                statement.setString(8, row.reason().name());
                statement.addBatch();
                if (++waiting % BATCH == 0) {
                    statement.executeBatch();
                }
            }
            statement.executeBatch();
        }
    }

    /** The rows of a document, and the rows directly before and after them, of any document. */
    public List<SheetRow> around(String id, String document) {
        Map<Integer, SheetRow> found = new TreeMap<>();
        List<SheetRow> own = of(id, document);
        own.forEach(row -> found.put(row.row(), row));
        for (SheetRow row : own) {
            if (!found.containsKey(row.row() - 1)) {
                before(id, row.row()).ifPresent(before -> found.putIfAbsent(before.row(), before));
            }
            if (!found.containsKey(row.row() + 1)) {
                page(id, null, row.row(), 1).forEach(behind -> found.putIfAbsent(behind.row(), behind));
            }
        }
        return new ArrayList<>(found.values());
    }

    private List<SheetRow> of(String id, String document) {
        return document.isEmpty()
                ? List.of()
                : sql.query(
                        ROWS + " WHERE sheet_id = ? AND document = ? ORDER BY row_no LIMIT " + DOCUMENT_ROWS_MAX,
                        StoredRow::read,
                        id,
                        document);
    }

    /** The numbers of all documents of a sheet. */
    public List<String> documents(String id) {
        return sql.query(
                "SELECT DISTINCT document FROM oncemore_sheet_row WHERE sheet_id = ?", row -> row.getString(1), id);
    }

    /** The row that stands before this one. */
    Optional<SheetRow> before(String id, int number) {
        return sql.first(
                ROWS + " WHERE sheet_id = ? AND row_no < ? ORDER BY row_no DESC LIMIT 1", StoredRow::read, id, number);
    }

    public List<SheetRow> page(String id, @Nullable RowState state, int after, int limit) {
        String tail = " AND row_no > ? ORDER BY row_no LIMIT " + limit;
        return state == null
                ? sql.query(ROWS + " WHERE sheet_id = ?" + tail, StoredRow::read, id, after)
                : sql.query(
                        ROWS + " WHERE sheet_id = ? AND state = ?" + tail, StoredRow::read, id, state.name(), after);
    }

    /** The rows of a document at this revision. */
    public List<SheetRow> of(String id, String document, int revision) {
        return of(id, document, revision, "");
    }

    /** As above within a transaction: nobody changes them until it ends. */
    public List<SheetRow> locked(String id, String document, int revision) {
        return of(id, document, revision, forUpdate);
    }

    private List<SheetRow> of(String id, String document, int revision, String lock) {
        return sql.query(
                ROWS + " WHERE sheet_id = ? AND document = ? AND revision = ? ORDER BY row_no" + lock,
                StoredRow::read,
                id,
                document,
                revision);
    }

    /**
     * The rows of a document that is to be sent.
     *
     * @param rows its rows at one revision, in their order
     * @param refusals how often the accounting system refused the document, in whatever sheet it was
     */
    public record ToSend(List<SheetRow> rows, int refusals) {}

    /**
     * What is to be sent of this revision of a document, in one statement. A sender that has claimed the document must see a
     * withdrawal that has not committed yet. It does not wait for it: a large one takes minutes, and each sender of the sheet would
     * keep a connection.
     *
     * @throws RecordLockedException when an act that has not committed yet changes the rows
     */
    public ToSend toSend(String id, String document, int revision, Key key) {
        List<Integer> refusals = new ArrayList<>();
        try {
            List<SheetRow> rows = sql.query(
                    SELECTED + ", (SELECT refusals FROM oncemore_document_refusal WHERE doc_key = ?)" + FROM
                            + " WHERE sheet_id = ? AND document = ? AND revision = ? ORDER BY row_no" + sharedAtOnce,
                    row -> {
                        refusals.add(row.getInt(11));
                        return StoredRow.read(row);
                    },
                    key.value(),
                    id,
                    document,
                    revision);
            return new ToSend(rows, refusals.isEmpty() ? 0 : refusals.get(0));
        } catch (StoreException e) {
            throw e.classification().kind() == FailureKind.THROTTLED
                    ? new RecordLockedException("its rows are being changed", e)
                    : e;
        }
    }

    public Map<RowState, Integer> counts(String id) {
        Map<RowState, Integer> counts = new EnumMap<>(RowState.class);
        for (RowState state : RowState.values()) {
            counts.put(state, 0);
        }
        sql.query(
                        "SELECT state, COUNT(*) FROM oncemore_sheet_row WHERE sheet_id = ? GROUP BY state",
                        row -> Map.entry(RowState.valueOf(row.getString(1)), row.getInt(2)),
                        id)
                .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
        return counts;
    }

    /** How many rows are still being sent or asked for. */
    public int underWay(String id) {
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

    /** Within a transaction: the documents that nothing is wrong with. */
    public List<String> pending(Connection connection, String id) throws SQLException {
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

    /** Within a transaction: the rows that are not sent, because they were created before or are wrong. */
    public List<SheetRow> ended(Connection connection, String id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                ROWS + " WHERE sheet_id = ? AND state IN ('DUPLICATE', 'ERROR') ORDER BY row_no")) {
            statement.setString(1, id);
            return read(statement);
        }
    }

    private static List<SheetRow> read(PreparedStatement statement) throws SQLException {
        List<SheetRow> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                found.add(StoredRow.read(rows));
            }
        }
        return found;
    }

    /**
     * Within a transaction: sets what waits to Error, and hands it over page by page. However many rows it is, it takes two statements
     * and one for each page.
     */
    public void withdraw(String id, String words, Consumer<List<SheetRow>> pages) {
        RowTransition transition = RowTransition.WITHDRAWN;
        // Told from rows that were withdrawn earlier by a reason that no other transaction ever sees.
        sql.update(
                "UPDATE oncemore_sheet_row SET state = ?, reason = 'WITHDRAWING', message = ? WHERE sheet_id = ? AND "
                        + transition.condition(),
                transition.to().name(),
                words,
                id);
        String isTaken = " WHERE sheet_id = ? AND state = 'ERROR' AND reason = 'WITHDRAWING'";
        int after = 0;
        List<SheetRow> page;
        do {
            page = sql.query(
                    ROWS + isTaken + " AND row_no > ? ORDER BY row_no LIMIT " + BATCH, StoredRow::read, id, after);
            pages.accept(page);
            after = page.isEmpty() ? after : page.get(page.size() - 1).row();
        } while (page.size() == BATCH);
        sql.update(
                "UPDATE oncemore_sheet_row SET reason = ?" + isTaken,
                transition.reason().name(),
                id);
    }

    /** The rows of some documents, in their order. */
    public List<SheetRow> ofAll(String id, List<String> documents) {
        return sql.query(
                ROWS + " WHERE sheet_id = ? AND document IN " + places(documents) + " ORDER BY row_no",
                StoredRow::read,
                values(List.of(id), documents));
    }

    /** Within a transaction: marks the rows of some documents to be sent again, and returns how many rows. */
    public int again(String id, List<String> documents, int revision) {
        RowTransition transition = RowTransition.RESENT;
        return sql.update(
                "UPDATE oncemore_sheet_row SET message = '', reason = ?, attempts = 0, revision = ?, state = ?"
                        + " WHERE sheet_id = ? AND revision < ? AND " + transition.condition() + " AND document IN "
                        + places(documents),
                values(
                        List.of(
                                transition.reason().name(),
                                revision,
                                transition.to().name(),
                                id,
                                revision),
                        documents));
    }

    private static String places(List<String> values) {
        return "(?" + ", ?".repeat(values.size() - 1) + ")";
    }

    private static Object[] values(List<Object> first, List<String> others) {
        List<Object> all = new ArrayList<>(first);
        all.addAll(others);
        return all.toArray();
    }

    /** Within a transaction: false when the row is not as it was read. A later answer to what stood there finds another revision. */
    public boolean change(Connection connection, Sheet sheet, SheetRow before, SheetRow after) throws SQLException {
        return Sheets.update(
                        connection,
                        "UPDATE oncemore_sheet_row SET document = ?, cells = ?, state = ?, reason = ?, message = ?, revision = ?"
                                + " WHERE sheet_id = ? AND row_no = ? AND state = ? AND revision = ? AND cells = ?",
                        after.document(),
                        StoredRow.written(after.cells()),
                        after.state().name(),
                        after.reason().name(),
                        after.message(),
                        // What was not confirmed was never sent, and is first sent as revision 0.
                        sheet.isConfirmed() ? before.revision() + 1 : before.revision(),
                        sheet.id(),
                        before.row(),
                        before.state().name(),
                        before.revision(),
                        StoredRow.written(before.cells()))
                == 1;
    }
}
