package dev.oncemore.jdbc;

import dev.oncemore.jdbc.sql.Prefix;
import dev.oncemore.jdbc.sql.Session;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.Scope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the records that are neither running nor settled; there are few of them, and an index knows them. */
final class UnknownRecords {
    private static final int PAGE_MAX = 1_000;
    /** Neither a lease nor an expiry: the last two columns of a row say what is over, and of these nothing is. */
    private static final String LIST = """
            SELECT scope, key_value, fingerprint, state, fence, token, who, attempts, response, error, resource_type,
                resource_id, created_at, updated_at, lease_until, expires_at, 1 = 0, 1 = 0
            FROM ${prefix}record
            WHERE state = 'UNKNOWN' AND expires_at IS NULL AND (scope > ? OR (scope = ? AND key_value > ?))
            ORDER BY scope, key_value LIMIT ?
            """;

    private final Session session;
    private final String list;

    UnknownRecords(Session session, Prefix prefix) {
        this.session = session;
        list = prefix.in(LIST);
    }

    List<OnceRecord> after(@Nullable Key after, int most) {
        if (most < 1 || most > PAGE_MAX) {
            throw new IllegalArgumentException("most must be between 1 and " + PAGE_MAX + ", but is " + most);
        }
        String scope = after == null ? "" : after.scope().written();
        String key = after == null ? "" : after.value();
        return session.call(connection -> list(connection, scope, key, most));
    }

    private List<OnceRecord> list(Connection connection, String scope, String key, int most) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(list)) {
            statement.setString(1, scope);
            statement.setString(2, scope);
            statement.setString(3, key);
            statement.setInt(4, most);
            List<OnceRecord> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(RecordRow.of(Scope.read(row.getString(1)).key(row.getString(2)), row, 3));
                }
            }
            return found;
        }
    }
}
