package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Parameters;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One statement, its parameters, and what comes back. */
final class Query {
    private Query() {}

    /** Sets a statement's parameters. */
    @FunctionalInterface
    interface Setter {
        void set(Parameters parameters) throws SQLException;
    }

    /** Reads a row; null leaves it out. */
    @FunctionalInterface
    interface Reader<T> {
        @Nullable
        T read(ResultSet row) throws SQLException;
    }

    static <T> List<T> list(Connection connection, String sql, Setter setter, Reader<T> reader) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            setter.set(new Parameters(statement));
            return list(statement, reader);
        }
    }

    static <T> List<T> list(PreparedStatement statement, Reader<T> reader) throws SQLException {
        List<T> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                T value = reader.read(rows);
                if (value != null) {
                    found.add(value);
                }
            }
        }
        return found;
    }

    /** Answers how many rows it changed. */
    static int update(Connection connection, String sql, Setter setter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            setter.set(new Parameters(statement));
            return statement.executeUpdate();
        }
    }
}
