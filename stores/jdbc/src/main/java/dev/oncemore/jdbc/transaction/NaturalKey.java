package dev.oncemore.jdbc.transaction;

import dev.oncemore.jdbc.internal.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inserts a row unless there is one with the same natural key, which must have a unique constraint or index. Immutable, and
 * safe for many threads.
 *
 * <pre>{@code
 * private static final NaturalKey INVOICES =
 *         NaturalKey.table("invoices").key("user_id", "period_start", "period_end");
 *
 * transactions.run(connection -> INVOICES.insert(connection, Map.of(
 *         "user_id", 7, "period_start", start, "period_end", end, "total", total)));
 * }</pre>
 *
 * <p>The conflict is an answer and not an error, so the caller's transaction goes on. A rival that is not yet committed is
 * waited for: its row is then the existing one, or ours is inserted if it rolled back. Any other broken constraint is an
 * error as ever. At REPEATABLE READ on PostgreSQL a winner that is invisible to the transaction is a serialization failure,
 * which {@link Transactions} repeats.
 */
public final class NaturalKey {
    /** A row that is deleted between the insert and the look at it is inserted again, but not for ever. */
    private static final int INSERTS_MAX = 3;

    private static final int MARIADB_DUPLICATE = 1062;

    private final SqlName table;
    private final List<SqlName> key;

    private NaturalKey(SqlName table, List<SqlName> key) {
        this.table = table;
        this.key = key;
    }

    /** Starts with the table, {@code invoices} or {@code billing.invoices}. */
    public static Table table(String table) {
        return new Table(SqlName.table(table));
    }

    /**
     * Inserts as part of the connection's transaction, or returns the existing row.
     *
     * @param row values by column; the key's must be among them and not null
     */
    public Insertion insert(Connection connection, Map<String, ? extends @Nullable Object> row) throws SQLException {
        List<Object> keyValues = keyValues(row);
        List<SqlName> columns = row.keySet().stream().map(SqlName::column).toList();
        Dialect dialect = Dialect.of(connection);
        for (int i = 1; ; i++) {
            SQLException refusal = tryInsert(connection, dialect, columns, new ArrayList<>(row.values()));
            if (refusal == null) {
                return new Insertion.Inserted();
            }
            Map<String, @Nullable Object> existing = find(connection, dialect, keyValues);
            if (existing != null) {
                return new Insertion.Existing(existing);
            }
            if (i == INSERTS_MAX) {
                throw refusal;
            }
        }
    }

    private List<Object> keyValues(Map<String, ? extends @Nullable Object> row) {
        List<Object> values = new ArrayList<>();
        for (SqlName column : key) {
            Object value = row.get(column.text());
            if (value == null) {
                throw new IllegalArgumentException("column '" + column.text() + "' of the key of " + table.text()
                        + " has no value: a key with a null in it is unique in no database");
            }
            values.add(value);
        }
        return values;
    }

    /** Null when the row was inserted, else the error to throw should no row with that key be found. */
    private @Nullable SQLException tryInsert(
            Connection connection, Dialect dialect, List<SqlName> columns, List<@Nullable Object> values)
            throws SQLException {
        String sql = """
                INSERT INTO %s (%s)
                VALUES (%s)
                %s
                """.formatted(
                        table.quoted(dialect),
                        SqlName.list(dialect, columns),
                        String.join(", ", Collections.nCopies(columns.size(), "?")),
                        forgiving(dialect));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            SqlName.bind(dialect, statement, 1, values);
            return statement.executeUpdate() == 1 ? null : vanished();
        } catch (SQLException e) {
            if (dialect.choose(() -> false, () -> e.getErrorCode() == MARIADB_DUPLICATE, () -> false)) {
                return e;
            }
            throw e;
        }
    }

    /**
     * MariaDB cannot name the key whose conflict is forgiven: both INSERT IGNORE and ON DUPLICATE KEY forgive all of them,
     * and the first forgives much else. There the error is caught, which undoes the statement and not the transaction, and
     * counts as a conflict of this key only if a row with it is found.
     */
    private String forgiving(Dialect dialect) {
        String ofThisKey = "ON CONFLICT (" + SqlName.list(dialect, key) + ") DO NOTHING";
        return dialect.choose(() -> ofThisKey, () -> "", () -> ofThisKey);
    }

    private @Nullable Map<String, @Nullable Object> find(Connection connection, Dialect dialect, List<Object> keyValues)
            throws SQLException {
        // On MariaDB a plain SELECT would not see past the transaction's snapshot.
        String sql = """
                SELECT * FROM %s
                WHERE %s
                %s
                """.formatted(
                        table.quoted(dialect),
                        SqlName.allEqual(dialect, key),
                        dialect.choose(() -> "", () -> "LOCK IN SHARE MODE", () -> ""));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            SqlName.bind(dialect, statement, 1, keyValues);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rowOf(rows) : null;
            }
        }
    }

    private static Map<String, @Nullable Object> rowOf(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            row.put(columns.getColumnLabel(i), rows.getObject(i));
        }
        return Collections.unmodifiableMap(row);
    }

    private SQLException vanished() {
        return new SQLException(
                "the insert into " + table.text() + " met a row with the same key " + INSERTS_MAX
                        + " times, and it was gone each time; unless rows are being deleted, a key column rounds or trims its values");
    }

    @Override
    public String toString() {
        return table.text() + key.stream().map(SqlName::text).toList();
    }

    /** A table whose natural key is yet to be named. */
    public static final class Table {
        private final SqlName name;

        private Table(SqlName name) {
            this.name = name;
        }

        /** The columns of the natural key, which a unique constraint or index must have, too. */
        public NaturalKey key(String... columns) {
            return new NaturalKey(name, SqlName.columns("the key of " + name.text(), columns));
        }
    }
}
