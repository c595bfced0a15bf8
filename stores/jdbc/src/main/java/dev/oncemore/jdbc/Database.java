package dev.oncemore.jdbc;

import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.jdbc.internal.sql.SqlWork;
import dev.oncemore.jdbc.internal.sql.StoreFailures;
import dev.oncemore.jdbc.internal.sql.Writes;
import dev.oncemore.jdbc.transaction.TransactionException;
import dev.oncemore.jdbc.transaction.TransactionWork;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.RetryPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Access to your own tables in PostgreSQL, MariaDB or SQLite. Each statement is a transaction by itself; {@link #transact} runs
 * several in one. On SQLite all writers of a file, including the stores, take turns here and share commits.
 *
 * <pre>{@code
 * Database database = Database.of(dataSource);
 * database.update("UPDATE account SET role = ? WHERE name = ?", "admin", "ann");
 * database.transact(connection -> {
 *     SqlOperations here = database.within(connection);
 *     return here.update("DELETE FROM session WHERE account = ?", "ann");
 * });
 * }</pre>
 *
 * <p>A transaction that the database rolled back because of a conflict is repeated as a whole, a few times. Any other failure is a
 * {@link dev.oncemore.once.record.StoreException} that says what to do.
 */
public final class Database implements SqlOperations {
    /** MariaDB's warning about a row that it skipped. */
    private static final int DUPLICATE_KEY = 1062;
    /** As many warnings as MariaDB lists by default (max_error_count): each row may have one. */
    private static final int CHECKED_ROWS_MAX = 64;

    private final DataSource dataSource;
    private final Dialect dialect;
    private final Prefix prefix;
    private final Session.Own session;
    private final Writes writes;
    private final Transactions transactions;

    Database(DataSource dataSource, Dialect dialect, Prefix prefix) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.prefix = prefix;
        session = Session.Own.on(dataSource);
        writes = dialect.writes(dataSource);
        transactions = Transactions.on(dataSource);
    }

    /**
     * The database of these connections, which must be the primary.
     *
     * @throws IllegalArgumentException for an unsupported database
     */
    public static Database of(DataSource dataSource) {
        return new Database(dataSource, Dialect.of(dataSource), Prefix.STANDARD);
    }

    /** Statements as part of the transaction that is open on this connection. */
    public SqlOperations within(Connection connection) {
        return new Joined(new Session.Joined(connection));
    }

    @Override
    public <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... values) {
        return session.call(connection -> query(connection, sql, reader, values));
    }

    @Override
    public int update(String sql, @Nullable Object... values) {
        return session.call(connection -> writes.writeOne(connection, Mode.OWN, turn -> update(turn, sql, values)));
    }

    @Override
    public int insertNew(String into, List<? extends List<? extends @Nullable Object>> rows) {
        // MariaDB cuts what does not fit, with a warning: only a transaction can still undo that.
        return insertNew(
                this,
                into,
                rows,
                () -> session.call(
                        connection -> writes.write(connection, Mode.OWN, turn -> insertUncut(turn, into, rows))));
    }

    @Override
    public <T> T call(TransactionWork<T, SQLException> statements) {
        return session.call(statements::run);
    }

    private int insertNew(
            SqlOperations operations,
            String into,
            List<? extends List<? extends @Nullable Object>> rows,
            Supplier<Integer> onMariaDb) {
        if (rows.isEmpty()) {
            return 0;
        }
        Supplier<Integer> elsewhere = () -> operations.update(insertSql(into, rows), values(rows));
        return dialect.choose(elsewhere, onMariaDb, elsewhere);
    }

    /**
     * Runs work in one transaction; it may run several times, each time from the start. It must be short: on SQLite writers that
     * wait at the same time share its commit, and one of their threads runs the work of all. So it must not depend on
     * thread-locals, nor wait for other writers.
     *
     * @throws IllegalStateException when a transaction is open on this thread
     */
    public <T> T transact(TransactionWork<T, SQLException> work) {
        return transact(Safety.undeclared(), work);
    }

    /**
     * As {@link #transact(TransactionWork)}, and declares whether the work may be repeated when it is unknown whether it was
     * committed: if it runs under a key, it may.
     */
    public <T> T transact(Safety safety, TransactionWork<T, SQLException> work) {
        return transact(transactions, safety, work);
    }

    /**
     * As {@link #transact(Safety, TransactionWork)}, for work that takes long, with a policy that gives it the time. On SQLite it
     * takes its turn like all others, and other writers wait for it: a transaction beside them would hold the lock while they
     * poll for it in native code, which blocks the carriers of virtual threads.
     */
    public <T> T transact(RetryPolicy policy, Safety safety, TransactionWork<T, SQLException> work) {
        return transact(transactions.retry(policy), safety, work);
    }

    private <T> T transact(Transactions patient, Safety safety, TransactionWork<T, SQLException> work) {
        return dialect.choose(
                () -> run(patient, safety, work), () -> run(patient, safety, work), () -> runInTurn(work));
    }

    private <T> T runInTurn(TransactionWork<T, SQLException> work) {
        if (OpenTransaction.isOpen()) {
            throw new IllegalStateException(
                    "a transaction is open on this thread already, and a second one would wait for"
                            + " it if it is on the same file: use the open one's connection, or call this after it has ended");
        }
        List<Runnable> afterCommit = new ArrayList<>();
        SqlWork<T> inTurn = connection -> {
            afterCommit.clear();
            return OpenTransaction.around(afterCommit::add, () -> work.run(connection));
        };
        T result = writes.transact(session, inTurn);
        afterCommit.forEach(Runnable::run); // on the caller's thread, which holds up no other writer
        return result;
    }

    private static <T> T run(Transactions patient, Safety safety, TransactionWork<T, SQLException> work) {
        try {
            return patient.run(safety, work);
        } catch (SQLException e) {
            throw StoreFailures.of(e, Mode.OWN);
        } catch (GaveUpException e) {
            throw new StoreException(e.classification().kind(), String.valueOf(e.getMessage()), e);
        } catch (TransactionException e) {
            throw new StoreException(e.classification().kind(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Transactions with settings of their own: isolation, policy, listener. */
    public Transactions transactions() {
        return transactions;
    }

    /** The tables that these scripts make; {@link JdbcStores#schema} has those of the stores. */
    public JdbcSchema schema(SchemaScripts... sets) {
        return new JdbcSchema(dataSource, dialect, prefix, List.of(sets));
    }

    /** The text for this database, where a statement cannot be the same for all. */
    public String sqlFor(String postgres, String mariaDb, String sqlite) {
        return dialect.choose(() -> postgres, () -> mariaDb, () -> sqlite);
    }

    /** Whether transactions take turns, and wait for theirs without a connection: on SQLite. */
    public boolean hasOneWriter() {
        return dialect.hasOneWriter();
    }

    private String insertSql(String into, List<? extends List<? extends @Nullable Object>> rows) {
        String places = rows.stream()
                .map(row -> "(" + String.join(", ", Collections.nCopies(row.size(), "?")) + ")")
                .collect(Collectors.joining(", "));
        return dialect.clauses().fill("${insert_ignore} " + into + " VALUES " + places + " ${on_conflict}");
    }

    private static @Nullable Object[] values(List<? extends List<? extends @Nullable Object>> rows) {
        return rows.stream().flatMap(Collection::stream).toArray();
    }

    private static <T> List<T> query(Connection connection, String sql, RowReader<T> reader, @Nullable Object... values)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            List<T> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(reader.read(rows));
                }
            }
            return found;
        }
    }

    private static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        }
    }

    /** In parts, because MariaDB lists only so many warnings, and the last row's may be the one that counts. */
    private int insertUncut(Connection connection, String into, List<? extends List<? extends @Nullable Object>> rows)
            throws SQLException {
        int inserted = 0;
        for (int from = 0; from < rows.size(); from += CHECKED_ROWS_MAX) {
            inserted +=
                    insertPart(connection, into, rows.subList(from, Math.min(from + CHECKED_ROWS_MAX, rows.size())));
        }
        return inserted;
    }

    private int insertPart(Connection connection, String into, List<? extends List<? extends @Nullable Object>> rows)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insertSql(into, rows))) {
            bind(statement, values(rows));
            int inserted = statement.executeUpdate();
            int duplicates = 0;
            for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
                if (warning.getErrorCode() != DUPLICATE_KEY) {
                    throw new SQLDataException(
                            "a value does not fit its column: " + warning.getMessage(),
                            "22000",
                            warning.getErrorCode());
                }
                duplicates++;
            }
            if (inserted + duplicates < rows.size()) {
                throw new SQLDataException(
                        "MariaDB skipped " + (rows.size() - inserted) + " rows and said why for " + duplicates
                                + " of them; set max_error_count to " + CHECKED_ROWS_MAX + " or more",
                        "22000");
            }
            return inserted;
        }
    }

    private static void bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    /** Statements in an open transaction. */
    private final class Joined implements SqlOperations {
        private final Session open;

        Joined(Session open) {
            this.open = open;
        }

        @Override
        public <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... values) {
            return open.call(connection -> Database.query(connection, sql, reader, values));
        }

        @Override
        public int update(String sql, @Nullable Object... values) {
            return open.call(connection -> Database.update(connection, sql, values));
        }

        @Override
        public int insertNew(String into, List<? extends List<? extends @Nullable Object>> rows) {
            return Database.this.insertNew(
                    this, into, rows, () -> open.call(connection -> insertUncut(connection, into, rows)));
        }

        @Override
        public <T> T call(TransactionWork<T, SQLException> statements) {
            return open.call(statements::run);
        }
    }
}
