package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.jdbc.internal.sql.SqlFailures;
import dev.oncemore.jdbc.internal.sql.SqlWork;
import dev.oncemore.jdbc.internal.sql.StoreFailures;
import dev.oncemore.once.record.Batches;
import dev.oncemore.once.record.ClaimId;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.time.Time;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The verbs on any database, in transactions of our own or in the user's:
 *
 * <ol>
 *   <li>A batch is sorted by key and sent as one conditional statement where the database can.
 *   <li>What the statement did is answered from what it returned, never from what was read before.
 *   <li>Where it did nothing, the record is read: it may be the claimant's own, from an attempt whose answer was lost.
 *   <li>A key that was neither inserted nor read was taken by another transaction meanwhile, and is tried again.
 * </ol>
 */
final class RecordVerbs implements RecordStore {
    private static final int ROUNDS_MAX = 5;
    private static final Comparator<Key> ORDER =
            Comparator.comparing((Key key) -> key.scope().written()).thenComparing(Key::value);

    private final Session session;
    private final Prefix prefix;
    private final RecordStatements statements;
    private final long tombstoneMicros;
    private final PurgePace pace;

    RecordVerbs(Session session, Prefix prefix, RecordStatements statements, long tombstoneMicros) {
        this.session = session;
        this.prefix = prefix;
        this.statements = statements;
        this.tombstoneMicros = tombstoneMicros;
        pace = new PurgePace(Time.system(), statements.purgeRowsMax());
    }

    @Override
    public List<Inserted> insertOrRead(List<NewClaim> claims) {
        if (claims.isEmpty()) {
            return List.of();
        }
        Batches.requireDistinct(claims, NewClaim::key);
        Map<Key, Inserted> found = new HashMap<>();
        insertOrRead(sorted(claims, NewClaim::key), LockWait.SHORT, found);
        return answers(claims, claim -> recognised(claim, found.get(claim.key())));
    }

    /**
     * Keys locked by open transactions must not hold up the others: the whole batch waits for them once. Then it is split in
     * halves, again and again, and tried without waiting, until only locked keys are left.
     */
    private void insertOrRead(List<NewClaim> claims, LockWait lockWait, Map<Key, Inserted> found) {
        try {
            found.putAll(call(connection -> insertOrReadAll(connection, claims, lockWait)));
        } catch (StoreException e) {
            if (session.mode() == Mode.JOINED || !StoreFailures.isLockedByOthers(e)) {
                throw e;
            }
            if (claims.size() == 1) {
                found.put(claims.get(0).key(), Inserted.taken());
            } else {
                int half = claims.size() / 2;
                insertOrRead(claims.subList(0, half), LockWait.NONE, found);
                insertOrRead(claims.subList(half, claims.size()), LockWait.NONE, found);
            }
        }
    }

    private Map<Key, Inserted> insertOrReadAll(Connection connection, List<NewClaim> claims, LockWait lockWait)
            throws SQLException {
        Map<Key, Inserted> found = statements.insertOrRead(connection, claims, session.mode(), lockWait);
        for (int round = 1; found.size() < claims.size(); round++) {
            if (round == ROUNDS_MAX) {
                throw new StoreException(
                        FailureKind.TRANSIENT, "records come and go faster than they can be read; try again", null);
            }
            List<NewClaim> missing = claims.stream()
                    .filter(claim -> !found.containsKey(claim.key()))
                    .toList();
            found.putAll(statements.insertOrRead(connection, missing, session.mode(), lockWait));
        }
        return found;
    }

    private static Inserted recognised(NewClaim claim, @Nullable Inserted inserted) {
        if (inserted == null) {
            throw new IllegalStateException("no answer for " + claim.key());
        }
        OnceRecord existing = inserted.existing();
        return existing != null && isHeldBy(claim, existing) ? Inserted.claimed(existing.fence()) : inserted;
    }

    private static boolean isHeldBy(NewClaim claim, OnceRecord record) {
        return record.state() == RecordState.RUNNING && record.token().equals(claim.token());
    }

    @Override
    public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        if (takeOvers.isEmpty()) {
            return List.of();
        }
        Batches.requireDistinct(takeOvers, takeOver -> takeOver.claim().key());
        List<TakeOver> sorted = sorted(takeOvers, takeOver -> takeOver.claim().key());
        Map<Key, Long> taken = call(connection -> takeOverAll(connection, sorted));
        return answers(
                takeOvers,
                takeOver -> Optional.ofNullable(taken.get(takeOver.claim().key())));
    }

    private Map<Key, Long> takeOverAll(Connection connection, List<TakeOver> takeOvers) throws SQLException {
        Map<Key, Long> taken = statements.takeOver(connection, takeOvers, session.mode());
        List<NewClaim> others = takeOvers.stream()
                .map(TakeOver::claim)
                .filter(claim -> !taken.containsKey(claim.key()))
                .toList();
        Map<Key, OnceRecord> found = read(connection, others, NewClaim::key);
        for (NewClaim claim : others) {
            OnceRecord record = found.get(claim.key());
            if (record != null && isHeldBy(claim, record)) {
                taken.put(claim.key(), record.fence());
            }
        }
        return taken;
    }

    @Override
    public List<Boolean> finish(List<RecordFinish> finishes) {
        if (finishes.isEmpty()) {
            return List.of();
        }
        Batches.requireDistinct(finishes, RecordFinish::claim);
        List<RecordFinish> sorted = sorted(finishes, RecordFinish::key);
        Set<ClaimId> settled = call(connection -> finishAll(connection, sorted));
        return answers(finishes, finish -> settled.contains(finish.claim()));
    }

    private Set<ClaimId> finishAll(Connection connection, List<RecordFinish> finishes) throws SQLException {
        Set<ClaimId> settled = statements.finish(connection, finishes, session.mode());
        List<RecordFinish> others = finishes.stream()
                .filter(finish -> !settled.contains(finish.claim()))
                .toList();
        Map<Key, OnceRecord> found = read(connection, others, RecordFinish::key);
        for (RecordFinish finish : others) {
            OnceRecord record = found.get(finish.key());
            if (record != null && record.fence() == finish.fence() && record.state() == finish.state()) {
                settled.add(finish.claim());
            }
        }
        return settled;
    }

    @Override
    public List<Boolean> extend(List<RecordExtension> extensions) {
        if (extensions.isEmpty()) {
            return List.of();
        }
        Batches.requireDistinct(extensions, RecordExtension::claim);
        List<RecordExtension> sorted = sorted(extensions, RecordExtension::key);
        Set<ClaimId> extended = call(connection -> statements.extend(connection, sorted, session.mode()));
        return answers(extensions, extension -> extended.contains(extension.claim()));
    }

    @Override
    public List<Optional<OnceRecord>> read(List<Key> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        Map<Key, OnceRecord> found = call(connection -> read(connection, keys, key -> key));
        return answers(keys, key -> Optional.ofNullable(found.get(key)));
    }

    private <Q> Map<Key, OnceRecord> read(Connection connection, List<Q> requests, Function<Q, Key> keyOf)
            throws SQLException {
        List<Key> keys = requests.stream().map(keyOf).distinct().sorted(ORDER).toList();
        return keys.isEmpty() ? new HashMap<>() : statements.read(connection, keys, session.mode());
    }

    /** Purges in several short transactions, so that other writers do not wait for long. */
    @Override
    public int purge(int rowsMax) {
        return pace.purge(
                rowsMax,
                rows -> call(connection -> statements.purge(connection, rows, tombstoneMicros, session.mode())));
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    /** Adds how to create the tables to a failure about missing ones, which are not noticed before. */
    private <T> T call(SqlWork<T> work) {
        return session.call(connection -> {
            try {
                return work.on(connection);
            } catch (SQLException e) {
                if (SqlFailures.isMissingTable(e)) {
                    throw StoreFailures.missingTables(e, prefix);
                }
                throw e;
            }
        });
    }

    private static <Q> List<Q> sorted(List<Q> requests, Function<Q, Key> keyOf) {
        return requests.size() == 1
                ? requests
                : requests.stream().sorted(Comparator.comparing(keyOf, ORDER)).toList();
    }

    private static <Q, A> List<A> answers(List<Q> requests, Function<Q, A> answerTo) {
        List<A> answers = new ArrayList<>(requests.size());
        for (Q request : requests) {
            answers.add(answerTo.apply(request));
        }
        return answers;
    }
}
