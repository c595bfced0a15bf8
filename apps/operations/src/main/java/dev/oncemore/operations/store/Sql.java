package dev.oncemore.operations.store;

import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.SqlFailures;
import dev.oncemore.jdbc.internal.sql.SqlWork;
import dev.oncemore.jdbc.internal.sql.SqliteWrites;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Statements on the server's own tables, each a transaction by itself. Queries say themselves how many rows they want. */
public final class Sql {
    private final DataSource dataSource;
    private final Dialect database;
    private final Transactions transactions;
    /** Where writers wait for their turn, together with the stores' own. */
    private final @Nullable SqliteWrites turns;

    /** Statements on these connections. */
    public Sql(DataSource dataSource) {
        this.dataSource = dataSource;
        this.database = Dialect.of(dataSource);
        this.transactions = Transactions.on(dataSource);
        this.turns = database.choose(() -> false, () -> false, () -> true) ? SqliteWrites.on(dataSource) : null;
    }

    /** Makes something out of a row. */
    @FunctionalInterface
    public interface Row<T> {
        /** What it makes. */
        T read(ResultSet row) throws SQLException;
    }

    /** All rows of a query. */
    public <T> List<T> list(String sql, Row<T> reader, @Nullable Object... values) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = prepare(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(reader.read(rows));
            }
            return found;
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** The first row of a query. */
    public <T> Optional<T> first(String sql, Row<T> reader, @Nullable Object... values) {
        return list(sql, reader, values).stream().findFirst();
    }

    /** Changes rows, and answers how many. */
    public int update(String sql, @Nullable Object... values) {
        try (Connection connection = dataSource.getConnection()) {
            return turns == null
                    ? update(connection, sql, values)
                    : turns.writeOne(connection, Mode.OWN, turn -> update(turn, sql, values));
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Several statements in one transaction. On SQLite those who wait at the same time share its commit; so it must be short. */
    public <T> T transact(SqlWork<T> work) {
        try {
            if (turns == null) {
                return transactions.run(work::on);
            }
            return inTurn(turns, work);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Once more when somebody else was at it for too long. */
    private <T> T inTurn(SqliteWrites turns, SqlWork<T> work) throws SQLException {
        try {
            return write(turns, work);
        } catch (SQLException e) {
            Classification classification = SqlFailures.verdictOf(e);
            if (classification == null || classification.kind() != FailureKind.TRANSIENT) {
                throw e;
            }
            return write(turns, work);
        }
    }

    private <T> T write(SqliteWrites turns, SqlWork<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return turns.write(connection, Mode.OWN, work);
        }
    }

    private static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    /**
     * Inserts rows, all of them or none; those whose key is there already are left alone.
     *
     * @param into the table and its columns: {@code t (a, b)}
     */
    public void insertNew(String into, List<Object[]> rows) {
        String places = rows.stream()
                .map(row -> "(" + String.join(", ", Collections.nCopies(row.length, "?")) + ")")
                .collect(Collectors.joining(", "));
        String verb =
                database.choose(() -> "INSERT INTO ", () -> "INSERT IGNORE INTO ", () -> "INSERT OR IGNORE INTO ");
        String end = database.choose(() -> " ON CONFLICT DO NOTHING", () -> "", () -> "");
        update(
                verb + into + " VALUES " + places + end,
                rows.stream().flatMap(Arrays::stream).toArray());
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private static OncemoreException failure(SQLException cause) {
        return new OncemoreException(
                "the store could not do this; try again, and look at the database if it stays so: "
                        + cause.getMessage(),
                cause);
    }
}
