package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records that are neither running nor settled; there are few of them, and an index knows them. One that is settled
 * while it is being looked for is left out. Rows that cannot be read are shown with the reason as their error.
 */
final class UnknownRecords {
    private static final Logger LOG = System.getLogger("dev.oncemore.jdbc");
    private static final int PAGE_MAX = 1_000;
    /** A state that nobody knows is none of those four, either. */
    private static final String LIST = """
            SELECT scope, key_value, who, attempts, created_at, updated_at FROM ${prefix}record
            WHERE state NOT IN ('RUNNING', 'SUCCEEDED', 'FAILED_RETRYABLE', 'FAILED_FINAL') AND expires_at IS NULL
                AND (scope > ? OR (scope = ? AND key_value > ?))
            ORDER BY scope, key_value LIMIT ?
            """;

    private static final Fingerprint NONE = Fingerprint.ofBytes(new byte[Fingerprint.SIZE_BYTES]);

    private final Session session;
    private final RecordStore store;
    private final String list;

    UnknownRecords(Session session, RecordStore store, Prefix prefix) {
        this.session = session;
        this.store = store;
        list = prefix.in(LIST);
    }

    /** What is known of a row without reading all of it. */
    private record Listed(Key key, String who, int attempts, Instant createdAt, Instant updatedAt) {
        OnceRecord unreadable(String why) {
            return new OnceRecord(
                    key,
                    NONE,
                    RecordState.UNKNOWN,
                    0,
                    "",
                    who,
                    attempts,
                    null,
                    why,
                    null,
                    createdAt,
                    updatedAt,
                    null,
                    null,
                    false,
                    false);
        }
    }

    List<OnceRecord> after(@Nullable Key after, int most) {
        if (most < 1 || most > PAGE_MAX) {
            throw new IllegalArgumentException("most must be between 1 and " + PAGE_MAX + ", but is " + most);
        }
        String scope = after == null ? "" : after.scope().written();
        String key = after == null ? "" : after.value();
        List<Listed> page = session.call(connection -> page(connection, scope, key, most));
        return read(page).stream()
                .filter(found -> found.state() == RecordState.UNKNOWN)
                .toList();
    }

    private List<OnceRecord> read(List<Listed> page) {
        try {
            return store.read(page.stream().map(Listed::key).toList()).stream()
                    .flatMap(Optional::stream)
                    .toList();
        } catch (StoreException e) {
            if (e.classification().kind() != FailureKind.PERMANENT) {
                throw e;
            }
            return page.size() == 1
                    ? List.of(page.get(0).unreadable(String.valueOf(e.getMessage())))
                    : page.stream()
                            .flatMap(listed -> read(List.of(listed)).stream())
                            .toList();
        }
    }

    private List<Listed> page(Connection connection, String scope, String key, int most) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(list)) {
            statement.setString(1, scope);
            statement.setString(2, scope);
            statement.setString(3, key);
            statement.setInt(4, most);
            List<Listed> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    Key listed = key(row);
                    if (listed != null) {
                        found.add(new Listed(
                                listed,
                                String.valueOf(row.getString(3)),
                                row.getInt(4),
                                Micros.instant(row.getLong(5)),
                                Micros.instant(row.getLong(6))));
                    }
                }
            }
            return found;
        }
    }

    /** Null when it is no key that anybody could ask for. */
    private static @Nullable Key key(ResultSet row) throws SQLException {
        String scope = text(row, 1);
        String value = text(row, 2);
        try {
            return Scope.read(scope).key(value);
        } catch (IllegalArgumentException e) {
            LOG.log(Level.WARNING, "the record " + value + " of " + scope + " has a name that we did not write", e);
            return null;
        }
    }

    /** Keys are ASCII, and MariaDB has them as bytes. */
    private static String text(ResultSet row, int column) throws SQLException {
        return new String(row.getBytes(column), StandardCharsets.US_ASCII);
    }
}
