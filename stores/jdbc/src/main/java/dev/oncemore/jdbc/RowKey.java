package dev.oncemore.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * The key of a row, as text with its type: the database compares it with the column, so it must get it back as it was.
 *
 * @param type {@code n} for a whole number, {@code u} for a UUID, {@code s} for text
 * @param text its text
 */
record RowKey(char type, String text) {

    static RowKey of(ResultSet row, int column) throws SQLException {
        Object value = row.getObject(column);
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return new RowKey('n', value.toString());
        }
        if (value instanceof BigInteger || value instanceof BigDecimal) {
            return new RowKey('n', String.valueOf(new BigDecimal(value.toString()).longValueExact()));
        }
        if (value instanceof UUID) {
            return new RowKey('u', value.toString());
        }
        if (value instanceof String text) {
            return new RowKey('s', text);
        }
        throw new IllegalStateException("a key must be a whole number, text or a UUID, but '"
                + row.getMetaData().getColumnLabel(column) + "' is "
                + (value == null ? "null" : "a " + value.getClass().getName()));
    }

    void bind(PreparedStatement statement, int number) throws SQLException {
        switch (type) {
            case 'n' -> statement.setLong(number, Long.parseLong(text));
            case 'u' -> statement.setObject(number, UUID.fromString(text));
            default -> statement.setString(number, text);
        }
    }
}
