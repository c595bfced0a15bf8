package dev.oncemore.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The columns of a batch as parameters, one array after the other. */
final class PostgresColumns<Q> {
    private final PreparedStatement statement;
    private final List<Q> requests;
    private int parameter;

    PostgresColumns(PreparedStatement statement, List<Q> requests) {
        this.statement = statement;
        this.requests = requests;
    }

    PostgresColumns<Q> texts(Function<Q, @Nullable String> column) throws SQLException {
        return array("text", column, new String[requests.size()]);
    }

    PostgresColumns<Q> bytes(Function<Q, byte @Nullable []> column) throws SQLException {
        return array("bytea", column, new byte[requests.size()][]);
    }

    PostgresColumns<Q> booleans(Function<Q, Boolean> column) throws SQLException {
        return array("bool", column, new Boolean[requests.size()]);
    }

    PostgresColumns<Q> longs(ToLongFunction<Q> column) throws SQLException {
        return array("int8", column::applyAsLong, new Long[requests.size()]);
    }

    private <V> PostgresColumns<Q> array(String type, Function<Q, V> column, V[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(requests.get(i));
        }
        statement.setArray(++parameter, statement.getConnection().createArrayOf(type, values));
        return this;
    }
}
