package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Parameters;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.once.record.Bytes;
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
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Statements tell how many rows they changed, not which. When not all of a batch were, or a new fence is wanted, the records
 * are read: the holder of a row is the one that changed it.
 */
final class MariaDbRecords implements RecordStatements {
    /** A packet has 16 MB unless the server says otherwise, and bytes may take two in a statement. */
    private static final int STATEMENT_BYTES_MAX = 4_000_000;

    private final MariaDbRecordSql sql;

    MariaDbRecords(Dialect dialect, Prefix prefix) {
        sql = new MariaDbRecordSql(dialect, prefix);
    }

    /**
     * On our own we read first, without locks, so that a replay writes nothing. In the user's transaction the insert comes
     * first: it waits for the transaction that holds the key, and the read after it must see that one's commit.
     */
    @Override
    public Map<Key, Inserted> insertOrRead(Connection connection, List<NewClaim> claims, Mode mode, LockWait lockWait)
            throws SQLException {
        if (mode == Mode.JOINED) {
            Map<Key, Inserted> answers = inserted(connection, claims, null);
            answers.putAll(found(connection, RecordStatements.without(claims, answers), mode));
            return answers;
        }
        Map<Key, Inserted> answers = found(connection, claims, mode);
        answers.putAll(inserted(connection, RecordStatements.without(claims, answers), lockWait));
        return answers;
    }

    private Map<Key, Inserted> inserted(Connection connection, List<NewClaim> claims, @Nullable LockWait lockWait)
            throws SQLException {
        Map<Key, Inserted> inserted = new HashMap<>();
        if (claims.isEmpty()) {
            return inserted;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql.insert(claims.size(), lockWait))) {
            Parameters parameters = new Parameters(statement);
            for (NewClaim claim : claims) {
                setClaim(parameters, claim);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    inserted.put(keyIn(rows), Inserted.claimed(rows.getLong(3)));
                }
            }
        }
        return inserted;
    }

    private static void setClaim(Parameters parameters, NewClaim claim) throws SQLException {
        setKey(parameters, claim.key());
        parameters
                .bytes(claim.fingerprint().bytes())
                .asciiBytes(claim.token())
                .text(claim.who())
                .number(Micros.of(claim.lease()));
    }

    private static void setKey(Parameters parameters, Key key) throws SQLException {
        parameters.asciiBytes(key.scope().written()).asciiBytes(key.value());
    }

    private static Key keyIn(ResultSet row) throws SQLException {
        Scope scope = Scope.read(new String(row.getBytes(1), StandardCharsets.UTF_8));
        return scope.key(new String(row.getBytes(2), StandardCharsets.UTF_8));
    }

    /** Those that it took over are found by their token. */
    @Override
    public Map<Key, Long> takeOver(Connection connection, List<TakeOver> takeOvers, Mode mode) throws SQLException {
        @Nullable LockWait own = mode == Mode.OWN ? LockWait.SHORT : null;
        try (PreparedStatement statement = connection.prepareStatement(sql.takeOver(takeOvers.size(), own))) {
            Parameters parameters = new Parameters(statement);
            for (TakeOver takeOver : takeOvers) {
                setClaim(parameters, takeOver.claim());
                parameters.number(takeOver.expectedFence()).number(takeOver.afresh() ? 1 : 0);
            }
            statement.executeUpdate();
        }
        return new HashMap<>();
    }

    @Override
    public Set<ClaimId> finish(Connection connection, List<RecordFinish> finishes, Mode mode) throws SQLException {
        @Nullable LockWait lockWait = mode == Mode.OWN ? LockWait.SHORT : null;
        if (finishes.size() == 1) {
            return finishOne(connection, finishes.get(0), lockWait);
        }
        List<List<RecordFinish>> parts = parts(finishes, finish -> finish);
        if (parts.size() == 1 || mode == Mode.JOINED) {
            return finishParts(connection, parts, lockWait);
        }
        connection.setAutoCommit(false);
        try {
            Set<ClaimId> finished = finishParts(connection, parts, lockWait);
            connection.commit();
            return finished;
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private Set<ClaimId> finishOne(Connection connection, RecordFinish finish, @Nullable LockWait lockWait)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.finishOne(lockWait))) {
            Parameters parameters = FinishColumns.set(new Parameters(statement), finish);
            setKey(parameters, finish.key());
            parameters.number(finish.fence());
            return statement.executeUpdate() == 1 ? new HashSet<>(Set.of(finish.claim())) : new HashSet<>();
        }
    }

    private Set<ClaimId> finishParts(Connection connection, List<List<RecordFinish>> parts, @Nullable LockWait lockWait)
            throws SQLException {
        Set<ClaimId> finished = new HashSet<>();
        for (List<RecordFinish> part : parts) {
            if (finishPart(connection, part, lockWait) == part.size()) {
                part.forEach(finish -> finished.add(finish.claim()));
            }
        }
        return finished;
    }

    /** As many to a statement as fit into a packet. */
    private static <Q> List<List<Q>> parts(List<Q> requests, Function<Q, RecordFinish> endOf) {
        List<List<Q>> parts = new ArrayList<>();
        long room = 0;
        for (Q request : requests) {
            Bytes response = endOf.apply(request).response();
            int size = response == null ? 0 : response.size();
            if (parts.isEmpty() || size > room) {
                parts.add(new ArrayList<>());
                room = STATEMENT_BYTES_MAX;
            }
            parts.get(parts.size() - 1).add(request);
            room -= size;
        }
        return parts;
    }

    private int finishPart(Connection connection, List<RecordFinish> finishes, @Nullable LockWait lockWait)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.finish(finishes.size(), lockWait))) {
            Parameters parameters = new Parameters(statement);
            for (RecordFinish finish : finishes) {
                setKey(parameters, finish.key());
                parameters
                        .number(finish.fence())
                        .text(finish.state().name())
                        .bytes(FinishColumns.response(finish))
                        .text(finish.label())
                        .text(finish.error())
                        .text(FinishColumns.resourceType(finish))
                        .text(FinishColumns.resourceId(finish))
                        .number(Micros.of(finish.retention()));
            }
            return statement.executeUpdate();
        }
    }

    /** Each part commits by itself. */
    @Override
    public Set<Key> insertSettled(Connection connection, List<NewOutcome> outcomes, Mode mode) throws SQLException {
        Set<Key> inserted = new HashSet<>();
        for (List<NewOutcome> part : parts(outcomes, NewOutcome::end)) {
            String query = sql.insertSettled(part.size(), mode == Mode.OWN ? LockWait.SHORT : null);
            try (PreparedStatement statement = connection.prepareStatement(query)) {
                Parameters parameters = new Parameters(statement);
                for (NewOutcome outcome : part) {
                    setKey(parameters, outcome.key());
                    parameters
                            .bytes(outcome.claim().fingerprint().bytes())
                            .asciiBytes(outcome.claim().token())
                            .text(outcome.claim().who());
                    FinishColumns.set(parameters, outcome.end());
                }
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        inserted.add(keyIn(rows));
                    }
                }
            }
        }
        return inserted;
    }

    @Override
    public Set<ClaimId> extend(Connection connection, List<RecordExtension> extensions, Mode mode) throws SQLException {
        Set<ClaimId> extended = new HashSet<>();
        @Nullable LockWait own = mode == Mode.OWN ? LockWait.SHORT : null;
        try (PreparedStatement statement = connection.prepareStatement(sql.extend(extensions.size(), own))) {
            Parameters parameters = new Parameters(statement);
            for (RecordExtension extension : extensions) {
                setKey(parameters, extension.key());
                parameters.number(extension.fence()).number(Micros.of(extension.lease()));
            }
            if (statement.executeUpdate() == extensions.size()) {
                extensions.forEach(extension -> extended.add(extension.claim()));
                return extended;
            }
        }
        return held(connection, extensions, mode);
    }

    /** Those that are running under their fence. Nothing else is read: a row that cannot be read must not fail the others. */
    private Set<ClaimId> held(Connection connection, List<RecordExtension> extensions, Mode mode) throws SQLException {
        Set<ClaimId> held = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.held(extensions.size(), mode))) {
            Parameters parameters = new Parameters(statement);
            for (RecordExtension extension : extensions) {
                setKey(parameters, extension.key());
                parameters.number(extension.fence());
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    held.add(extensions.get(rows.getInt(1)).claim());
                }
            }
        }
        return held;
    }

    @Override
    public Map<Key, OnceRecord> read(Connection connection, List<Key> keys, Mode mode) throws SQLException {
        Map<Key, OnceRecord> found = new HashMap<>();
        if (keys.isEmpty()) {
            return found;
        }
        String query = mode == Mode.JOINED ? sql.readNow(keys.size()) : sql.read(keys.size());
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            Parameters parameters = new Parameters(statement);
            for (Key key : keys) {
                setKey(parameters, key);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Key key = keys.get(rows.getInt(1));
                    found.put(key, RecordRow.of(key, rows, 2));
                }
            }
        }
        return found;
    }

    @Override
    public int purge(Connection connection, int rowsMax, long tombstoneMicros, Mode mode) throws SQLException {
        List<Key> expired = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql.findExpired())) {
            new Parameters(statement).number(tombstoneMicros).number(rowsMax);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    expired.add(keyIn(rows));
                }
            }
        }
        if (expired.isEmpty()) {
            return 0;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql.deleteExpired(expired.size()))) {
            Parameters parameters = new Parameters(statement);
            for (Key key : expired) {
                setKey(parameters, key);
            }
            parameters.number(tombstoneMicros);
            return statement.executeUpdate();
        }
    }

    @Override
    public int purgeRowsMax() {
        return 200;
    }
}
