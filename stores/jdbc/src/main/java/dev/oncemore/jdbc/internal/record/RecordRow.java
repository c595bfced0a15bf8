package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row as a record. Every dialect selects the same columns in the same order; the last two say what is over. They are read by
 * their positions, because looking names up takes longer than all the rest with some drivers.
 */
final class RecordRow {
    private RecordRow() {}

    /**
     * The record whose columns begin at that position.
     *
     * @throws StoreException when it is none that we could have written; it names the record, and trying again does not help
     */
    static OnceRecord of(Key key, ResultSet row, int first) throws SQLException {
        try {
            return read(key, row, first);
        } catch (RuntimeException e) {
            throw new StoreException(
                    FailureKind.PERMANENT,
                    "the record " + key.value() + " of " + key.scope().written() + " cannot be read (" + e.getMessage()
                            + "): something else has written to its row; mend or delete it",
                    e);
        }
    }

    private static OnceRecord read(Key key, ResultSet row, int first) throws SQLException {
        byte[] response = row.getBytes(first + 6);
        return new OnceRecord(
                key,
                Fingerprint.ofBytes(present("fingerprint", row.getBytes(first))),
                RecordState.valueOf(present("state", row.getString(first + 1))),
                row.getLong(first + 2),
                present("token", row.getString(first + 3)),
                present("who", row.getString(first + 4)),
                row.getInt(first + 5),
                response == null ? null : Bytes.of(response),
                row.getString(first + 7),
                row.getString(first + 8),
                resource(row.getString(first + 9), row.getString(first + 10)),
                Micros.instant(row.getLong(first + 11)),
                Micros.instant(row.getLong(first + 12)),
                instant(row, first + 13),
                instant(row, first + 14),
                row.getBoolean(first + 15),
                row.getBoolean(first + 16));
    }

    private static <T> T present(String column, @Nullable T value) {
        return Objects.requireNonNull(value, () -> "it has no " + column);
    }

    private static @Nullable Resource resource(@Nullable String type, @Nullable String id) {
        return type == null || id == null ? null : new Resource(type, id);
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? null : Micros.instant(micros);
    }
}
