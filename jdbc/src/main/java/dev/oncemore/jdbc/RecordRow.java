package dev.oncemore.jdbc;

import dev.oncemore.jdbc.sql.Micros;
import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Resource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row as a record. Every dialect selects the same columns in the same order; the last two say what is over. They are read by
 * their positions, because looking names up takes longer than all the rest with some drivers.
 */
final class RecordRow {
    private RecordRow() {}

    /** The record whose columns begin at that position. */
    static OnceRecord of(Key key, ResultSet row, int first) throws SQLException {
        byte[] response = row.getBytes(first + 6);
        return new OnceRecord(
                key,
                Fingerprint.ofBytes(row.getBytes(first)),
                RecordState.valueOf(row.getString(first + 1)),
                row.getLong(first + 2),
                row.getString(first + 3),
                row.getString(first + 4),
                row.getInt(first + 5),
                response == null ? null : Bytes.of(response),
                row.getString(first + 7),
                resource(row.getString(first + 8), row.getString(first + 9)),
                Micros.instant(row.getLong(first + 10)),
                Micros.instant(row.getLong(first + 11)),
                instant(row, first + 12),
                instant(row, first + 13),
                row.getBoolean(first + 14),
                row.getBoolean(first + 15));
    }

    private static @Nullable Resource resource(@Nullable String type, @Nullable String id) {
        return type == null || id == null ? null : new Resource(type, id);
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? null : Micros.instant(micros);
    }
}
