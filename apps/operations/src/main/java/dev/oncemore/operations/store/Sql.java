package dev.oncemore.operations.store;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations.RowReader;
import dev.oncemore.jdbc.transaction.TransactionWork;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Statements on the server's own tables, each a transaction by itself. Queries bound the number of their rows themselves. */
public final class Sql {
    private final Database database;

    /** Statements on these connections. */
    public Sql(DataSource dataSource) {
        database = Database.of(dataSource);
    }

    /** All rows of a query. */
    public <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... values) {
        return database.query(sql, reader, values);
    }

    /** The first row of a query. */
    public <T> Optional<T> first(String sql, RowReader<T> reader, @Nullable Object... values) {
        return database.first(sql, reader, values);
    }

    /** Changes rows, and answers how many. */
    public int update(String sql, @Nullable Object... values) {
        return database.update(sql, values);
    }

    /** Several statements in one transaction. On SQLite writers that wait at the same time share its commit; so it must be short. */
    public <T> T transact(TransactionWork<T, SQLException> work) {
        return database.transact(work);
    }

    /**
     * Inserts rows, all of them or none; those whose key exists are skipped.
     *
     * @param into the table and its columns: {@code t (a, b)}
     */
    public void insertNew(String into, List<Object[]> rows) {
        database.insertNew(into, rows.stream().map(Arrays::asList).toList());
    }
}
