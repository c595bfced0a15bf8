package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.record.RecordStatements.FinishedAndInserted;
import dev.oncemore.jdbc.internal.sql.LockWait;
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
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordLockedException;
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
    private static final Comparator<Key> ORDER = RecordVerbs::order;

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

    /** By written scope and value. Most batches have one scope, and writing it for each comparison would take a while. */
    private static int order(Key one, Key other) {
        int byScope = one.scope().equals(other.scope())
                ? 0
                : one.scope().written().compareTo(other.scope().written());
        return byScope == 0 ? one.value().compareTo(other.value()) : byScope;
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
            if (!isLocked(e)) {
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
            List<NewClaim> missing = RecordStatements.without(claims, found);
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
        try {
            Map<Key, Long> taken = call(connection -> takeOverAll(connection, sorted));
            return answers(
                    takeOvers,
                    takeOver -> Optional.ofNullable(taken.get(takeOver.claim().key())));
        } catch (StoreException e) {
            throw asLocked(e);
        }
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
        try {
            Set<ClaimId> settled = call(connection ->
                    withRepeated(connection, finishes, statements.finish(connection, sorted, session.mode())));
            return answers(finishes, finish -> settled.contains(finish.claim()));
        } catch (StoreException e) {
            throw asLocked(e);
        }
    }

    /** Adds the ends that an earlier attempt settled, whose answer was lost. */
    private Set<ClaimId> withRepeated(Connection connection, List<RecordFinish> finishes, Set<ClaimId> settled)
            throws SQLException {
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

    /**
     * One transaction for both, where the database gains from it. If an open transaction has one of the records or keys, each
     * kind goes its own way: a locked key is taken, and a locked record fails.
     */
    @Override
    public FinishedAndClaimed finishAndClaim(List<RecordFinish> finishes, List<NewClaim> claims) {
        boolean isSingle = finishes.isEmpty() || claims.isEmpty();
        if (isSingle || session.mode() == Mode.JOINED || !statements.sharesCommits()) {
            return RecordStore.super.finishAndClaim(finishes, claims);
        }
        Batches.requireDistinct(finishes, RecordFinish::claim);
        Batches.requireDistinct(claims, NewClaim::key);
        FinishedAndInserted done;
        try {
            done = call(connection ->
                    finishAndClaimAll(connection, sorted(finishes, RecordFinish::key), sorted(claims, NewClaim::key)));
        } catch (StoreException e) {
            if (isLocked(e)) {
                return RecordStore.super.finishAndClaim(finishes, claims);
            }
            throw e;
        }
        List<NewClaim> missing = RecordStatements.without(claims, done.inserted());
        if (!missing.isEmpty()) {
            insertOrRead(sorted(missing, NewClaim::key), LockWait.SHORT, done.inserted());
        }
        return new FinishedAndClaimed(
                answers(finishes, finish -> done.finished().contains(finish.claim())),
                answers(claims, claim -> recognised(claim, done.inserted().get(claim.key()))));
    }

    private FinishedAndInserted finishAndClaimAll(
            Connection connection, List<RecordFinish> finishes, List<NewClaim> claims) throws SQLException {
        FinishedAndInserted done = statements.finishAndClaim(connection, finishes, claims);
        return new FinishedAndInserted(withRepeated(connection, finishes, done.finished()), done.inserted());
    }

    private boolean isLocked(StoreException failure) {
        return session.mode() == Mode.OWN && StoreFailures.isLockedByOthers(failure);
    }

    private StoreException asLocked(StoreException failure) {
        return isLocked(failure) ? new RecordLockedException(String.valueOf(failure.getMessage()), failure) : failure;
    }

    @Override
    public List<Boolean> insertSettled(List<NewOutcome> outcomes) {
        if (outcomes.isEmpty()) {
            return List.of();
        }
        Batches.requireDistinct(outcomes, NewOutcome::key);
        List<NewOutcome> sorted = sorted(outcomes, NewOutcome::key);
        try {
            Set<Key> inserted = call(connection -> insertSettledAll(connection, sorted));
            return answers(outcomes, outcome -> inserted.contains(outcome.key()));
        } catch (StoreException e) {
            throw asLocked(e);
        }
    }

    private Set<Key> insertSettledAll(Connection connection, List<NewOutcome> outcomes) throws SQLException {
        Set<Key> inserted = statements.insertSettled(connection, outcomes, session.mode());
        List<NewOutcome> others = outcomes.stream()
                .filter(outcome -> !inserted.contains(outcome.key()))
                .toList();
        Map<Key, OnceRecord> found = read(connection, others, NewOutcome::key);
        for (NewOutcome outcome : others) {
            OnceRecord record = found.get(outcome.key());
            if (record != null && outcome.isSameAs(record)) {
                inserted.add(outcome.key());
            }
        }
        return inserted;
    }

    @Override
    public List<Boolean> extend(List<RecordExtension> extensions) {
        if (extensions.isEmpty()) {
            return List.of();
        }
        Batches.requireDistinct(extensions, RecordExtension::claim);
        List<RecordExtension> sorted = sorted(extensions, RecordExtension::key);
        try {
            Set<ClaimId> extended = call(connection -> statements.extend(connection, sorted, session.mode()));
            return answers(extensions, extension -> extended.contains(extension.claim()));
        } catch (StoreException e) {
            throw asLocked(e);
        }
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
