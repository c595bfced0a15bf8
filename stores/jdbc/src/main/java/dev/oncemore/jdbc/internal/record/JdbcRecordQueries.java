package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Pages;
import dev.oncemore.jdbc.internal.sql.Parameters;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.jdbc.query.RecordQueries;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The questions about records. Unknown ones are few, and an index has them; one that is settled meanwhile is left out. */
final class JdbcRecordQueries implements RecordQueries {
    private static final Logger LOG = System.getLogger("dev.oncemore.jdbc");
    /** An unreadable state is none of these four, either. The conditions are those of the index, word for word. */
    private static final String UNKNOWN = """
            SELECT scope, key_value, who, attempts, created_at, updated_at FROM ${prefix}record
            WHERE state <> 'RUNNING' AND state <> 'SUCCEEDED' AND state <> 'FAILED_RETRYABLE' AND state <> 'FAILED_FINAL'
                AND expires_at IS NULL
                AND (scope > ? OR (scope = ? AND key_value > ?))
            ORDER BY scope, key_value LIMIT ?
            """;

    /** From one scope to the next by the primary key, however many records lie between. */
    private static final String NEXT_SCOPE = "SELECT min(scope) FROM ${prefix}record WHERE scope > ?";

    private static final String KEYS = """
            SELECT scope, key_value FROM ${prefix}record WHERE scope = ? AND key_value >= ? AND key_value <= ?
            ORDER BY key_value LIMIT ?
            """;

    private static final String SUCCEEDED = """
            SELECT scope, key_value FROM ${prefix}record
            WHERE scope = ? AND key_value IN (${marks}) AND state = 'SUCCEEDED' AND expires_at > ${now}
            """;

    private static final Fingerprint NONE = Fingerprint.ofBytes(new byte[Fingerprint.SIZE_BYTES]);

    private final Session session;
    private final RecordStore store;
    private final String unknown;
    private final String nextScope;
    private final String keys;
    private final String succeeded;

    JdbcRecordQueries(Session session, RecordStore store, Dialect dialect, Prefix prefix) {
        this.session = session;
        this.store = store;
        unknown = prefix.in(UNKNOWN);
        nextScope = prefix.in(NEXT_SCOPE);
        keys = prefix.in(KEYS);
        succeeded = prefix.in(dialect.clauses().fill(SUCCEEDED));
    }

    /** A row, as far as its outcome need not be read. */
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

    @Override
    public List<OnceRecord> unknown(@Nullable Key after, int most) {
        Pages.requireMost(most);
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
        try (PreparedStatement statement = connection.prepareStatement(unknown)) {
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

    @Override
    public List<Scope> scopes(@Nullable Scope after, int most) {
        Pages.requireMost(most);
        return session.call(connection -> scopes(connection, after == null ? "" : after.written(), most));
    }

    private List<Scope> scopes(Connection connection, String after, int most) throws SQLException {
        List<Scope> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(nextScope)) {
            String last = after;
            for (int i = 0; i < most; i++) {
                statement.setString(1, last);
                try (ResultSet row = statement.executeQuery()) {
                    if (!row.next() || row.getBytes(1) == null) {
                        return found;
                    }
                    last = text(row, 1);
                }
                Scope scope = scope(last);
                if (scope != null) {
                    found.add(scope);
                }
            }
        }
        return found;
    }

    private static @Nullable Scope scope(String written) {
        try {
            return Scope.read(written);
        } catch (IllegalArgumentException e) {
            LOG.log(Level.WARNING, "the scope " + written + " has a name that Oncemore does not write", e);
            return null;
        }
    }

    @Override
    public List<Key> keys(Scope scope, String from, String to, int most) {
        Pages.requireMost(most);
        return session.call(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(keys)) {
                new Parameters(statement)
                        .text(scope.written())
                        .text(from)
                        .text(to)
                        .number(most);
                return keys(statement);
            }
        });
    }

    @Override
    public Set<Key> succeeded(Scope scope, List<String> keys) {
        if (keys.isEmpty()) {
            return Set.of();
        }
        Pages.requireMost(keys.size());
        String sql = succeeded.replace("${marks}", "?" + ", ?".repeat(keys.size() - 1));
        return session.call(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                Parameters parameters = new Parameters(statement).text(scope.written());
                for (String key : keys) {
                    parameters.text(key);
                }
                return Set.copyOf(keys(statement));
            }
        });
    }

    private static List<Key> keys(PreparedStatement statement) throws SQLException {
        List<Key> found = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                Key key = key(row);
                if (key != null) {
                    found.add(key);
                }
            }
        }
        return found;
    }

    /** Null when the row does not hold a valid key. */
    private static @Nullable Key key(ResultSet row) throws SQLException {
        String scope = text(row, 1);
        String value = text(row, 2);
        try {
            return Scope.read(scope).key(value);
        } catch (IllegalArgumentException e) {
            LOG.log(
                    Level.WARNING,
                    "the record " + value + " of " + scope + " has a name that Oncemore does not write",
                    e);
            return null;
        }
    }

    /** Keys are ASCII, and MariaDB has them as bytes. */
    private static String text(ResultSet row, int column) throws SQLException {
        return new String(row.getBytes(column), StandardCharsets.US_ASCII);
    }
}
