package dev.oncemore.jdbc;

import dev.oncemore.jdbc.sql.Micros;
import dev.oncemore.jdbc.sql.Mode;
import dev.oncemore.jdbc.sql.Prefix;
import dev.oncemore.once.record.Extension;
import dev.oncemore.once.record.Finish;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.TakeOver;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Each verb is one statement and one round trip, whatever the size of its batch. */
final class PostgresDialect implements Dialect {
    private final PostgresSql one;
    private final PostgresSql many;

    PostgresDialect(Prefix prefix) {
        one = PostgresSql.one(prefix);
        many = PostgresSql.many(prefix);
    }

    private PostgresSql sqlFor(List<?> requests) {
        return requests.size() == 1 ? one : many;
    }

    @Override
    public Map<Key, Inserted> insertOrRead(Connection connection, List<NewClaim> claims, Mode mode)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sqlFor(claims).insertOrRead)) {
            claimColumns(statement, claims, claim -> claim).end();
            Map<Key, Inserted> answers = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Key key = claims.get(rows.getInt("ord") - 1).key();
                    boolean isNew = rows.getBoolean("is_new");
                    answers.put(
                            key,
                            isNew ? Inserted.claimed(rows.getLong("fence")) : Inserted.found(RecordRow.of(key, rows)));
                }
            }
            return answers;
        }
    }

    private static <Q> PostgresColumns<Q> claimColumns(
            PreparedStatement statement, List<Q> requests, Function<Q, NewClaim> claimOf) throws SQLException {
        return keyColumns(statement, requests, claimOf.andThen(NewClaim::key))
                .bytes(request -> claimOf.apply(request).fingerprint().bytes())
                .texts(request -> claimOf.apply(request).token())
                .texts(request -> Words.storable(claimOf.apply(request).who()))
                .longs(request -> Micros.of(claimOf.apply(request).lease()));
    }

    private static <Q> PostgresColumns<Q> keyColumns(
            PreparedStatement statement, List<Q> requests, Function<Q, Key> keyOf) throws SQLException {
        return new PostgresColumns<>(statement, requests)
                .texts(request -> keyOf.apply(request).scope().written())
                .texts(request -> keyOf.apply(request).value());
    }

    @Override
    public Map<Key, Long> takeOver(Connection connection, List<TakeOver> takeOvers, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sqlFor(takeOvers).takeOver)) {
            claimColumns(statement, takeOvers, TakeOver::claim)
                    .longs(TakeOver::expectedFence)
                    .booleans(TakeOver::afresh)
                    .end();
            Map<Key, Long> taken = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    taken.put(takeOvers.get(rows.getInt(1) - 1).claim().key(), rows.getLong(2));
                }
            }
            return taken;
        }
    }

    @Override
    public Set<Key> finish(Connection connection, List<Finish> finishes, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sqlFor(finishes).finish)) {
            keyColumns(statement, finishes, Finish::key)
                    .longs(Finish::fence)
                    .texts(finish -> finish.state().name())
                    .bytes(FinishColumns::response)
                    .texts(FinishColumns::error)
                    .texts(FinishColumns::resourceType)
                    .texts(FinishColumns::resourceId)
                    .longs(finish -> Micros.of(finish.retention()))
                    .end();
            return changed(statement, finishes, Finish::key);
        }
    }

    @Override
    public Set<Key> extend(Connection connection, List<Extension> extensions, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sqlFor(extensions).extend)) {
            keyColumns(statement, extensions, Extension::key)
                    .longs(Extension::fence)
                    .longs(extension -> Micros.of(extension.lease()))
                    .end();
            return changed(statement, extensions, Extension::key);
        }
    }

    private static <Q> Set<Key> changed(PreparedStatement statement, List<Q> requests, Function<Q, Key> keyOf)
            throws SQLException {
        Set<Key> changed = new HashSet<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                changed.add(keyOf.apply(requests.get(rows.getInt(1) - 1)));
            }
        }
        return changed;
    }

    @Override
    public Map<Key, OnceRecord> read(Connection connection, List<Key> keys, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sqlFor(keys).read)) {
            keyColumns(statement, keys, key -> key).end();
            Map<Key, OnceRecord> found = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Key key = keys.get(rows.getInt("ord") - 1);
                    found.put(key, RecordRow.of(key, rows));
                }
            }
            return found;
        }
    }

    @Override
    public int purge(Connection connection, int rowsMax, long tombstoneMicros, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(many.purge)) {
            statement.setLong(1, tombstoneMicros);
            statement.setInt(2, rowsMax);
            return statement.executeUpdate();
        }
    }

    @Override
    public int purgeRowsMax() {
        return 1_000;
    }
}
