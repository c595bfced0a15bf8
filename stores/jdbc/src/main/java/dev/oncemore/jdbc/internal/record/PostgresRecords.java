package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Parameters;
import dev.oncemore.jdbc.internal.sql.PostgresArrays;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.once.record.ClaimId;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.Scope;
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
import org.jspecify.annotations.Nullable;

/** Each verb is one statement and one round trip, whatever the size of its batch; a lone claim of an existing key is two. */
final class PostgresRecords implements RecordStatements {
    private final PostgresRecordSql sql;

    PostgresRecords(Prefix prefix) {
        sql = new PostgresRecordSql(prefix);
    }

    @Override
    public Map<Key, Inserted> insertOrRead(Connection connection, List<NewClaim> claims, Mode mode, LockWait lockWait)
            throws SQLException {
        @Nullable LockWait own = mode == Mode.OWN ? lockWait : null;
        return claims.size() == 1
                ? insertOrReadOne(connection, claims.get(0), own)
                : insertOrReadMany(connection, claims, own);
    }

    private Map<Key, Inserted> insertOrReadOne(Connection connection, NewClaim claim, @Nullable LockWait lockWait)
            throws SQLException {
        Map<Key, Inserted> answer = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.one().insert(lockWait))) {
            Parameters parameters = new Parameters(statement);
            setKey(parameters, claim.key());
            parameters
                    .bytes(claim.fingerprint().bytes())
                    .text(claim.token())
                    .text(claim.who())
                    .number(Micros.of(claim.lease()));
            setKey(parameters, claim.key());
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    long fence = row.getLong(1);
                    sql.sawFence(fence);
                    answer.put(claim.key(), Inserted.claimed(fence));
                    return answer;
                }
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(sql.one().read())) {
            setKey(new Parameters(statement), claim.key());
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    OnceRecord existing = RecordRow.of(claim.key(), row, 1);
                    sql.sawFence(existing.fence());
                    answer.put(claim.key(), Inserted.found(existing));
                }
            }
        }
        return answer;
    }

    private Map<Key, Inserted> insertOrReadMany(
            Connection connection, List<NewClaim> claims, @Nullable LockWait lockWait) throws SQLException {
        return finishAndClaim(connection, List.of(), claims, lockWait).inserted();
    }

    private static void setKey(Parameters parameters, Key key) throws SQLException {
        parameters.text(key.scope().written()).text(key.value());
    }

    private static <Q> PostgresArrays<Q> claimColumns(
            PreparedStatement statement, int first, List<Q> requests, Function<Q, NewClaim> claimOf)
            throws SQLException {
        return keyColumns(statement, first, requests, claimOf.andThen(NewClaim::key))
                .bytes(request -> claimOf.apply(request).fingerprint().bytes())
                .texts(request -> claimOf.apply(request).token())
                .texts(request -> claimOf.apply(request).who())
                .longs(request -> Micros.of(claimOf.apply(request).lease()));
    }

    private static <Q> PostgresArrays<Q> keyColumns(
            PreparedStatement statement, int first, List<Q> requests, Function<Q, Key> keyOf) throws SQLException {
        return new PostgresArrays<>(statement, first, requests)
                .texts(request -> keyOf.apply(request).scope().written())
                .texts(request -> keyOf.apply(request).value());
    }

    @Override
    public Map<Key, Long> takeOver(Connection connection, List<TakeOver> takeOvers, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.takeOver)) {
            claimColumns(statement, 1, takeOvers, TakeOver::claim)
                    .longs(TakeOver::expectedFence)
                    .booleans(TakeOver::afresh);
            statement.setString(9, PostgresRecordSql.lockTimeout(mode));
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
    public Set<ClaimId> finish(Connection connection, List<RecordFinish> finishes, Mode mode) throws SQLException {
        return finishes.size() == 1
                ? finishOne(connection, finishes.get(0), mode)
                : finishMany(connection, finishes, mode);
    }

    private Set<ClaimId> finishOne(Connection connection, RecordFinish finish, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.one().finish(mode))) {
            Parameters parameters = FinishColumns.set(new Parameters(statement), finish);
            setKey(parameters, finish.key());
            parameters.number(finish.fence());
            return statement.executeUpdate() == 1 ? new HashSet<>(Set.of(finish.claim())) : new HashSet<>();
        }
    }

    private Set<ClaimId> finishMany(Connection connection, List<RecordFinish> finishes, Mode mode) throws SQLException {
        @Nullable LockWait own = mode == Mode.OWN ? LockWait.SHORT : null;
        return finishAndClaim(connection, finishes, List.of(), own).finished();
    }

    @Override
    public boolean sharesCommits() {
        return true;
    }

    @Override
    public FinishedAndInserted finishAndClaim(Connection connection, List<RecordFinish> finishes, List<NewClaim> claims)
            throws SQLException {
        return finishAndClaim(connection, finishes, claims, LockWait.SHORT);
    }

    private FinishedAndInserted finishAndClaim(
            Connection connection, List<RecordFinish> finishes, List<NewClaim> claims, @Nullable LockWait lockWait)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.finishAndClaim(lockWait))) {
            keyColumns(statement, 1, finishes, RecordFinish::key)
                    .longs(RecordFinish::fence)
                    .texts(finish -> finish.state().name())
                    .bytes(FinishColumns::response)
                    .texts(RecordFinish::label)
                    .texts(RecordFinish::error)
                    .texts(FinishColumns::resourceType)
                    .texts(FinishColumns::resourceId)
                    .longs(finish -> Micros.of(finish.retention()));
            claimColumns(statement, PostgresRecordSql.FINISH_COLUMNS + 1, claims, claim -> claim);
            return finishedAndInserted(statement, finishes);
        }
    }

    private FinishedAndInserted finishedAndInserted(PreparedStatement statement, List<RecordFinish> finishes)
            throws SQLException {
        Set<ClaimId> finished = new HashSet<>();
        Map<Key, Inserted> answers = new HashMap<>();
        try (ResultSet rows = statement.executeQuery()) {
            String written = "";
            Scope scope = null;
            while (rows.next()) {
                String next = rows.getString(2);
                if (next == null) {
                    finished.add(finishes.get(rows.getInt(6) - 1).claim());
                    continue;
                }
                // Most batches have one scope, which takes a while to parse.
                if (scope == null || !next.equals(written)) {
                    written = next;
                    scope = Scope.read(written);
                }
                Key key = scope.key(rows.getString(3));
                long fence = rows.getLong(6);
                sql.sawFence(fence);
                if (rows.getBoolean(1)) {
                    answers.put(key, Inserted.claimed(fence));
                } else if (!answers.containsKey(key)) {
                    answers.put(key, Inserted.found(RecordRow.of(key, rows, 4)));
                }
            }
        }
        return new FinishedAndInserted(finished, answers);
    }

    @Override
    public Set<Key> insertSettled(Connection connection, List<NewOutcome> outcomes, Mode mode) throws SQLException {
        boolean isOne = outcomes.size() == 1;
        String query = sql.insertSettled(isOne, mode);
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            if (isOne) {
                setOutcome(new Parameters(statement), outcomes.get(0));
            } else {
                outcomeColumns(statement, outcomes);
            }
            Set<Key> inserted = new HashSet<>();
            Map<String, Scope> scopes = new HashMap<>(); // few, and each takes a while to parse
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    inserted.add(scopes.computeIfAbsent(rows.getString(1), Scope::read)
                            .key(rows.getString(2)));
                }
            }
            return inserted;
        }
    }

    private static void setOutcome(Parameters parameters, NewOutcome outcome) throws SQLException {
        setKey(parameters, outcome.key());
        parameters
                .bytes(outcome.claim().fingerprint().bytes())
                .text(outcome.claim().token())
                .text(outcome.claim().who());
        FinishColumns.set(parameters, outcome.end());
    }

    private static void outcomeColumns(PreparedStatement statement, List<NewOutcome> outcomes) throws SQLException {
        keyColumns(statement, 1, outcomes, NewOutcome::key)
                .bytes(outcome -> outcome.claim().fingerprint().bytes())
                .texts(outcome -> outcome.claim().token())
                .texts(outcome -> outcome.claim().who())
                .texts(outcome -> outcome.end().state().name())
                .bytes(outcome -> FinishColumns.response(outcome.end()))
                .texts(outcome -> outcome.end().label())
                .texts(outcome -> outcome.end().error())
                .texts(outcome -> FinishColumns.resourceType(outcome.end()))
                .texts(outcome -> FinishColumns.resourceId(outcome.end()))
                .longs(outcome -> Micros.of(outcome.end().retention()));
    }

    @Override
    public Set<ClaimId> extend(Connection connection, List<RecordExtension> extensions, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.extend)) {
            keyColumns(statement, 1, extensions, RecordExtension::key)
                    .longs(RecordExtension::fence)
                    .longs(extension -> Micros.of(extension.lease()));
            statement.setString(5, PostgresRecordSql.lockTimeout(mode));
            return changed(statement, extensions, RecordExtension::claim);
        }
    }

    private static <Q> Set<ClaimId> changed(PreparedStatement statement, List<Q> requests, Function<Q, ClaimId> claimOf)
            throws SQLException {
        Set<ClaimId> changed = new HashSet<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                changed.add(claimOf.apply(requests.get(rows.getInt(1) - 1)));
            }
        }
        return changed;
    }

    @Override
    public Map<Key, OnceRecord> read(Connection connection, List<Key> keys, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.read)) {
            keyColumns(statement, 1, keys, key -> key);
            Map<Key, OnceRecord> found = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Key key = keys.get(rows.getInt(1) - 1);
                    found.put(key, RecordRow.of(key, rows, 2));
                }
            }
            return found;
        }
    }

    @Override
    public int purge(Connection connection, int rowsMax, long tombstoneMicros, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.purge)) {
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
