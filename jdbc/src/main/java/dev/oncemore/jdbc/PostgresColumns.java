package dev.oncemore.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of a batch as parameters, one after the other: plain ones for a single request, arrays for more. */
final class PostgresColumns<Q> {
    private final PreparedStatement statement;
    private final List<Q> requests;
    private int parameter;

    PostgresColumns(PreparedStatement statement, List<Q> requests) {
        this.statement = statement;
        this.requests = requests;
    }

    PostgresColumns<Q> texts(Function<Q, @Nullable String> column) throws SQLException {
        if (isSingle()) {
            statement.setString(++parameter, column.apply(requests.get(0)));
            return this;
        }
        return array("text", requests.stream().map(column).toArray(String[]::new));
    }

    PostgresColumns<Q> bytes(Function<Q, byte @Nullable []> column) throws SQLException {
        if (isSingle()) {
            statement.setBytes(++parameter, column.apply(requests.get(0)));
            return this;
        }
        return array("bytea", requests.stream().map(column).toArray(byte[][]::new));
    }

    PostgresColumns<Q> longs(Function<Q, Long> column) throws SQLException {
        if (isSingle()) {
            statement.setLong(++parameter, column.apply(requests.get(0)));
            return this;
        }
        return array("int8", requests.stream().map(column).toArray(Long[]::new));
    }

    PostgresColumns<Q> booleans(Function<Q, Boolean> column) throws SQLException {
        if (isSingle()) {
            statement.setBoolean(++parameter, column.apply(requests.get(0)));
            return this;
        }
        return array("bool", requests.stream().map(column).toArray(Boolean[]::new));
    }

    /** After the last column. */
    void end() throws SQLException {
        if (!isSingle()) {
            statement.setInt(++parameter, 1);
            statement.setInt(++parameter, 1);
        }
    }

    private boolean isSingle() {
        return requests.size() == 1;
    }

    private PostgresColumns<Q> array(String type, @Nullable Object[] values) throws SQLException {
        statement.setArray(++parameter, statement.getConnection().createArrayOf(type, values));
        return this;
    }
}
