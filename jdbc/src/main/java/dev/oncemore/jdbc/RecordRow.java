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

/** A row as a record. Every dialect selects the same columns under the same names; two of them say what is over. */
final class RecordRow {
    private RecordRow() {}

    static OnceRecord of(Key key, ResultSet row) throws SQLException {
        byte[] response = row.getBytes("response");
        return new OnceRecord(
                key,
                Fingerprint.ofBytes(row.getBytes("fingerprint")),
                RecordState.valueOf(row.getString("state")),
                row.getLong("fence"),
                row.getString("token"),
                row.getString("who"),
                row.getInt("attempts"),
                response == null ? null : Bytes.of(response),
                row.getString("error"),
                resource(row.getString("resource_type"), row.getString("resource_id")),
                Micros.instant(row.getLong("created_at")),
                Micros.instant(row.getLong("updated_at")),
                instant(row, "lease_until"),
                instant(row, "expires_at"),
                row.getBoolean("lease_over"),
                row.getBoolean("expired"));
    }

    private static @Nullable Resource resource(@Nullable String type, @Nullable String id) {
        return type == null || id == null ? null : new Resource(type, id);
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? null : Micros.instant(micros);
    }
}
