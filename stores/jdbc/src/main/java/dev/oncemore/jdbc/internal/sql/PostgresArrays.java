package dev.oncemore.jdbc.internal.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of a batch as parameters, one array after the other. */
public final class PostgresArrays<Q> {
    private final PreparedStatement statement;
    private final List<Q> requests;
    private int parameter;

    /** Starts with that parameter. */
    public PostgresArrays(PreparedStatement statement, int first, List<Q> requests) {
        this.statement = statement;
        this.requests = requests;
        parameter = first;
    }

    public PostgresArrays<Q> texts(Function<Q, @Nullable String> column) throws SQLException {
        return array("text", column, new String[requests.size()]);
    }

    public PostgresArrays<Q> bytes(Function<Q, byte @Nullable []> column) throws SQLException {
        return array("bytea", column, new byte[requests.size()][]);
    }

    public PostgresArrays<Q> booleans(Function<Q, Boolean> column) throws SQLException {
        return array("bool", column, new Boolean[requests.size()]);
    }

    public PostgresArrays<Q> longs(Function<Q, @Nullable Number> column) throws SQLException {
        Function<Q, @Nullable Long> asLong = request -> {
            Number value = column.apply(request);
            return value == null ? null : value.longValue();
        };
        return array("int8", asLong, new Long[requests.size()]);
    }

    private <V> PostgresArrays<Q> array(String type, Function<Q, @Nullable V> column, @Nullable V[] values)
            throws SQLException {
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(requests.get(i));
        }
        statement.setArray(parameter++, statement.getConnection().createArrayOf(type, values));
        return this;
    }
}
