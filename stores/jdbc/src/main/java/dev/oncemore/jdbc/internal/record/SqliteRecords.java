package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Parameters;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.SqlWork;
import dev.oncemore.jdbc.internal.sql.SqliteWrites;
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

/**
 * Records on SQLite. A batch is one write transaction. In a batch without ends, existing keys are read before the write lock is
 * taken, so that a replay does not wait for a writer.
 */
final class SqliteRecords implements RecordStatements {
    private final SqliteRecordSql sql;
    private final SqliteWrites writes;
    /** Whether most of the keys that were claimed last existed. */
    private volatile boolean expectsReplays;

    SqliteRecords(Dialect dialect, SqliteWrites writes, Prefix prefix) {
        this.writes = writes;
        sql = new SqliteRecordSql(dialect, prefix);
    }

    /**
     * In the user's transaction the insert comes first: a read would fix a state in which nothing can be written later. SQLite
     * locks no single keys, so the wait is ignored.
     */
    @Override
    public Map<Key, Inserted> insertOrRead(Connection connection, List<NewClaim> claims, Mode mode, LockWait lockWait)
            throws SQLException {
        Map<Key, Inserted> answers = mode == Mode.OWN ? existing(connection, claims) : new HashMap<>();
        List<NewClaim> missing = RecordStatements.without(claims, answers);
        if (!missing.isEmpty()) {
            SqlWork<Map<Key, Inserted>> insert = c -> inserted(c, missing);
            answers.putAll(
                    missing.size() == 1
                            ? writes.writeOne(connection, mode, insert)
                            : writes.write(connection, mode, insert));
            answers.putAll(found(connection, RecordStatements.without(missing, answers), mode));
        }
        return answers;
    }

    /**
     * Reads those that exist. Parsing the full query takes longer than inserting a row, so a short one looks up the keys first;
     * in a run of replays it is skipped.
     */
    private Map<Key, Inserted> existing(Connection connection, List<NewClaim> claims) throws SQLException {
        List<NewClaim> likely = expectsReplays ? claims : known(connection, claims);
        Map<Key, Inserted> found = found(connection, likely, Mode.OWN);
        expectsReplays = 2 * found.size() > claims.size();
        return found;
    }

    private List<NewClaim> known(Connection connection, List<NewClaim> claims) throws SQLException {
        Set<String> known = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.known(claims.size()))) {
            Parameters parameters = new Parameters(statement);
            for (NewClaim claim : claims) {
                setKey(parameters, claim.key());
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    known.add(rows.getString(1));
                }
            }
        }
        // A value may be that of another scope's key, which is then read for nothing.
        return claims.stream()
                .filter(claim -> known.contains(claim.key().value()))
                .toList();
    }

    /** Inserts one by one, with a statement that is parsed once. */
    private Map<Key, Inserted> inserted(Connection connection, List<NewClaim> claims) throws SQLException {
        Map<Key, Inserted> inserted = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.insert)) {
            for (NewClaim claim : claims) {
                Parameters parameters = new Parameters(statement);
                setKey(parameters, claim.key());
                setClaim(parameters, claim);
                try (ResultSet row = statement.executeQuery()) {
                    if (row.next()) {
                        inserted.put(claim.key(), Inserted.claimed(row.getLong(1)));
                    }
                }
            }
        }
        return inserted;
    }

    private static Key keyIn(ResultSet row) throws SQLException {
        return Scope.read(row.getString(1)).key(row.getString(2));
    }

    private static void setKey(Parameters parameters, Key key) throws SQLException {
        parameters.text(key.scope().written()).text(key.value());
    }

    /** The fence contains the id, which finds the row faster than its key does. */
    private static void setClaimId(Parameters parameters, Key key, long fence) throws SQLException {
        parameters.number(SqliteRecordSql.idIn(fence)).number(fence);
        setKey(parameters, key);
    }

    private static Parameters setClaim(Parameters parameters, NewClaim claim) throws SQLException {
        return parameters
                .bytes(claim.fingerprint().bytes())
                .text(claim.token())
                .text(claim.who())
                .number(Micros.of(claim.lease()));
    }

    @Override
    public Map<Key, Long> takeOver(Connection connection, List<TakeOver> takeOvers, Mode mode) throws SQLException {
        return writes.write(connection, mode, c -> takenOver(c, takeOvers));
    }

    private Map<Key, Long> takenOver(Connection connection, List<TakeOver> takeOvers) throws SQLException {
        Map<Key, Long> taken = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.takeOver)) {
            for (TakeOver takeOver : takeOvers) {
                Key key = takeOver.claim().key();
                Parameters parameters =
                        setClaim(new Parameters(statement), takeOver.claim()).number(takeOver.afresh() ? 1 : 0);
                setKey(parameters, key);
                parameters.number(takeOver.expectedFence());
                try (ResultSet row = statement.executeQuery()) {
                    if (row.next()) {
                        taken.put(key, row.getLong(1));
                    }
                }
            }
        }
        return taken;
    }

    @Override
    public Set<ClaimId> finish(Connection connection, List<RecordFinish> finishes, Mode mode) throws SQLException {
        return finishes.size() == 1
                ? writes.writeOne(connection, mode, c -> finished(c, finishes))
                : writes.write(connection, mode, c -> finished(c, finishes));
    }

    @Override
    public boolean sharesCommits() {
        return true;
    }

    /**
     * One write for both. It has the write lock for the ends anyway, so claims are inserted at once; only keys that existed are
     * read, after the ends.
     */
    @Override
    public FinishedAndInserted finishAndClaim(Connection connection, List<RecordFinish> finishes, List<NewClaim> claims)
            throws SQLException {
        return writes.write(connection, Mode.OWN, c -> {
            Set<ClaimId> finished = finished(c, finishes);
            Map<Key, Inserted> answers = inserted(c, claims);
            answers.putAll(found(c, RecordStatements.without(claims, answers), Mode.OWN));
            return new FinishedAndInserted(finished, answers);
        });
    }

    private Set<ClaimId> finished(Connection connection, List<RecordFinish> finishes) throws SQLException {
        Set<ClaimId> finished = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.finish)) {
            for (RecordFinish finish : finishes) {
                Parameters parameters = FinishColumns.set(new Parameters(statement), finish);
                setClaimId(parameters, finish.key(), finish.fence());
                if (statement.executeUpdate() == 1) {
                    finished.add(finish.claim());
                }
            }
        }
        return finished;
    }

    @Override
    public Set<Key> insertSettled(Connection connection, List<NewOutcome> outcomes, Mode mode) throws SQLException {
        return outcomes.size() == 1
                ? writes.writeOne(connection, mode, c -> insertedSettled(c, outcomes))
                : writes.write(connection, mode, c -> insertedSettled(c, outcomes));
    }

    private Set<Key> insertedSettled(Connection connection, List<NewOutcome> outcomes) throws SQLException {
        Set<Key> inserted = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.insertSettled)) {
            for (NewOutcome outcome : outcomes) {
                Parameters parameters = new Parameters(statement);
                setKey(parameters, outcome.key());
                parameters
                        .bytes(outcome.claim().fingerprint().bytes())
                        .text(outcome.claim().token())
                        .text(outcome.claim().who());
                FinishColumns.set(parameters, outcome.end());
                if (statement.executeUpdate() == 1) {
                    inserted.add(outcome.key());
                }
            }
        }
        return inserted;
    }

    @Override
    public Set<ClaimId> extend(Connection connection, List<RecordExtension> extensions, Mode mode) throws SQLException {
        return writes.write(connection, mode, c -> extended(c, extensions));
    }

    private Set<ClaimId> extended(Connection connection, List<RecordExtension> extensions) throws SQLException {
        Set<ClaimId> extended = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.extend)) {
            for (RecordExtension extension : extensions) {
                Parameters parameters = new Parameters(statement).number(Micros.of(extension.lease()));
                setClaimId(parameters, extension.key(), extension.fence());
                if (statement.executeUpdate() == 1) {
                    extended.add(extension.claim());
                }
            }
        }
        return extended;
    }

    @Override
    public Map<Key, OnceRecord> read(Connection connection, List<Key> keys, Mode mode) throws SQLException {
        Map<Key, OnceRecord> found = new HashMap<>();
        if (keys.isEmpty()) {
            return found;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql.read(keys.size()))) {
            Parameters parameters = new Parameters(statement);
            for (Key key : keys) {
                setKey(parameters, key);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Key key = keyIn(rows);
                    found.put(key, RecordRow.of(key, rows, 3));
                }
            }
        }
        return found;
    }

    @Override
    public int purge(Connection connection, int rowsMax, long tombstoneMicros, Mode mode) throws SQLException {
        return writes.writeAndYield(connection, mode, c -> {
            try (PreparedStatement statement = c.prepareStatement(sql.purge)) {
                new Parameters(statement).number(tombstoneMicros).number(rowsMax);
                return statement.executeUpdate();
            }
        });
    }

    @Override
    public int purgeRowsMax() {
        return 500;
    }
}
