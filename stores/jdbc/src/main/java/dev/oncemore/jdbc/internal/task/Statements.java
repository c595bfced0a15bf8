package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Parameters;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Statements of one batch, each prepared once however often it runs, because SQLite's driver parses on every prepare. */
final class Statements implements AutoCloseable {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    Statements(Connection connection) {
        this.connection = connection;
    }

    private PreparedStatement prepare(String sql, Query.Setter setter) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        setter.set(new Parameters(statement));
        return statement;
    }

    <T> List<T> list(String sql, Query.Setter setter, Query.Reader<T> reader) throws SQLException {
        return Query.list(prepare(sql, setter), reader);
    }

    /** The first row; null when there is none. */
    <T> @Nullable T first(String sql, Query.Setter setter, Query.Reader<T> reader) throws SQLException {
        List<T> rows = list(sql, setter, reader);
        return rows.isEmpty() ? null : rows.get(0);
    }

    int update(String sql, Query.Setter setter) throws SQLException {
        return prepare(sql, setter).executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.close();
        }
    }
}
