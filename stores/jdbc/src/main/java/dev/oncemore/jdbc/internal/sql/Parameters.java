package dev.oncemore.jdbc.internal.sql;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** A statement's parameters, one after the other. */
public final class Parameters {
    private final PreparedStatement statement;
    private int last;

    public Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    public Parameters text(@Nullable String value) throws SQLException {
        statement.setString(++last, value);
        return this;
    }

    public Parameters bytes(byte @Nullable [] value) throws SQLException {
        statement.setBytes(++last, value);
        return this;
    }

    /** A text whose bytes are stored, so that no collation has a say. */
    public Parameters asciiBytes(String value) throws SQLException {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    public Parameters number(long value) throws SQLException {
        statement.setLong(++last, value);
        return this;
    }

    public Parameters noNumber() throws SQLException {
        statement.setNull(++last, Types.BIGINT);
        return this;
    }
}
