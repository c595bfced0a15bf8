package dev.oncemore.jdbc;

import dev.oncemore.jdbc.transaction.TransactionWork;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Single statements on a database, with values for their question marks. Queries bound the number of their rows themselves. */
public interface SqlOperations {

    /** Makes a value out of the current row. */
    @FunctionalInterface
    interface RowReader<T> {
        /** The value; the cursor is not moved. */
        T read(ResultSet row) throws SQLException;
    }

    /** All rows of a query. */
    <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... values);

    /** The first row of a query. */
    default <T> Optional<T> first(String sql, RowReader<T> reader, @Nullable Object... values) {
        return query(sql, reader, values).stream().findFirst();
    }

    /** Changes rows, and returns how many. */
    int update(String sql, @Nullable Object... values);

    /**
     * Inserts rows and skips those whose key exists. A value that does not fit its column fails the call.
     *
     * @param into the table and its columns: {@code t (a, b)}
     * @return how many were inserted
     */
    int insertNew(String into, List<? extends List<? extends @Nullable Object>> rows);

    /** Runs statements that need more than these methods, such as batches. Their failures are those of the other methods. */
    <T> T call(TransactionWork<T, SQLException> statements);
}
