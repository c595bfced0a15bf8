package dev.oncemore.jdbc;

import dev.oncemore.jdbc.sql.Prefix;
import dev.oncemore.jdbc.sql.Session;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Scope;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records that are neither running nor settled; there are few of them, and an index knows them. One that is settled
 * while it is being looked for is left out.
 */
final class UnknownRecords {
    private static final int PAGE_MAX = 1_000;
    private static final String LIST = """
            SELECT scope, key_value FROM ${prefix}record
            WHERE state = 'UNKNOWN' AND expires_at IS NULL AND (scope > ? OR (scope = ? AND key_value > ?))
            ORDER BY scope, key_value LIMIT ?
            """;

    private final Session session;
    private final RecordStore store;
    private final String list;

    UnknownRecords(Session session, RecordStore store, Prefix prefix) {
        this.session = session;
        this.store = store;
        list = prefix.in(LIST);
    }

    List<OnceRecord> after(@Nullable Key after, int most) {
        if (most < 1 || most > PAGE_MAX) {
            throw new IllegalArgumentException("most must be between 1 and " + PAGE_MAX + ", but is " + most);
        }
        String scope = after == null ? "" : after.scope().written();
        String key = after == null ? "" : after.value();
        List<Key> keys = session.call(connection -> keys(connection, scope, key, most));
        return store.read(keys).stream()
                .flatMap(Optional::stream)
                .filter(found -> found.state() == RecordState.UNKNOWN)
                .toList();
    }

    private List<Key> keys(Connection connection, String scope, String key, int most) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(list)) {
            statement.setString(1, scope);
            statement.setString(2, scope);
            statement.setString(3, key);
            statement.setInt(4, most);
            List<Key> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(Scope.read(text(row, 1)).key(text(row, 2)));
                }
            }
            return found;
        }
    }

    /** Keys are ASCII, and MariaDB has them as bytes. */
    private static String text(ResultSet row, int column) throws SQLException {
        return new String(row.getBytes(column), StandardCharsets.US_ASCII);
    }
}
