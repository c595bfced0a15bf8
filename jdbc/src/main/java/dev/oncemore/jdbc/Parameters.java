package dev.oncemore.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** A statement's parameters, one after the other. */
final class Parameters {
    private final PreparedStatement statement;
    private int last;

    Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    Parameters text(@Nullable String value) throws SQLException {
        statement.setString(++last, value);
        return this;
    }

    Parameters bytes(byte @Nullable [] value) throws SQLException {
        statement.setBytes(++last, value);
        return this;
    }

    /** A text whose bytes are stored, so that no collation has a say. */
    Parameters asciiBytes(String value) throws SQLException {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    Parameters number(long value) throws SQLException {
        statement.setLong(++last, value);
        return this;
    }

    Parameters noNumber() throws SQLException {
        statement.setNull(++last, Types.BIGINT);
        return this;
    }
}
