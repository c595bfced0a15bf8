package dev.oncemore.jdbc.internal.task;

import dev.oncemore.By;
import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.jdbc.internal.sql.SqlWork;
import dev.oncemore.jdbc.internal.sql.StoreFailures;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Notes;
import dev.oncemore.task.store.Queues;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verbs on any database, in transactions of our own or in the user's:
 *
 * <ol>
 *   <li>Batches that only change rows are sorted by id, so that two of them wait for each other in one order only. Wishes keep
 *       their order, which is that of their lanes.
 *   <li>What a statement did is answered from what it returned, never from what was read before.
 *   <li>Waiting workers are notified after the store's own transaction has committed; after the user's, by the user.
 * </ol>
 */
final class TaskVerbs implements TaskStore {
    private static final int ROUNDS_MAX = 5;
    /** So many at once: a purge holds its locks only for a moment, and a statement has a bounded number of parameters. */
    private static final int CHUNK = 500;

    private static final Logger LOG = System.getLogger("dev.oncemore.jdbc");

    private final Session session;
    private final TaskTables tables;
    private final WorkSignals signals;
    private final Consumer<Collection<String>> woken;
    private final List<String> warnings;
    private final LockWait lockWait;
    private final DeadLetters deadLetters;
    private final Queues queues;
    private final Notes notes;

    /** Tells of the queues that get claimable work: of our own transactions after the commit, of the user's at once. */
    TaskVerbs(
            Session session,
            TaskTables tables,
            WorkSignals signals,
            Consumer<Collection<String>> woken,
            List<String> warnings) {
        this(session, tables, signals, woken, warnings, LockWait.SHORT);
    }

    private TaskVerbs(
            Session session,
            TaskTables tables,
            WorkSignals signals,
            Consumer<Collection<String>> woken,
            List<String> warnings,
            LockWait lockWait) {
        this.session = session;
        this.tables = tables;
        this.signals = signals;
        this.woken = woken;
        this.warnings = warnings;
        this.lockWait = lockWait;
        deadLetters = new LetterVerbs(session, tables, woken);
        queues = new QueueVerbs(session, tables, woken);
        notes = new NoteVerbs(session, tables);
    }

    @Override
    public TaskStore withoutWaiting() {
        return new TaskVerbs(session, tables, signals, woken, warnings, LockWait.NONE);
    }

    @Override
    public List<Enqueued> enqueue(List<NewTask> tasks) {
        if (tasks.isEmpty()) {
            return List.of();
        }
        Map<String, String> inForce = session.call(connection -> enqueueAll(connection, tasks));
        List<Enqueued> answers = tasks.stream()
                .map(wish -> wish.task().id())
                .map(id -> new Enqueued(inForce.getOrDefault(id, id), id.equals(inForce.get(id))))
                .toList();
        woken.accept(tasks.stream().map(wish -> wish.task().queue()).collect(Collectors.toSet()));
        return answers;
    }

    private Map<String, String> enqueueAll(Connection connection, List<NewTask> tasks) throws SQLException {
        Map<String, String> inForce = new HashMap<>();
        List<NewTask> missing = tasks;
        for (int round = 1; round <= ROUNDS_MAX; round++) {
            inForce.putAll(tables.live().enqueue(connection, missing, session.mode()));
            missing = tasks.stream()
                    .filter(wish -> !inForce.containsKey(wish.task().id()))
                    .toList();
            if (missing.isEmpty()) {
                return inForce;
            }
        }
        throw new StoreException(
                FailureKind.TRANSIENT, "dedup keys come and go faster than they can be read; try again", null);
    }

    private void signalEnds(Stream<String> ids, Map<String, TaskStatus> statuses) {
        if (session.mode() == Mode.OWN && signals.isAwaited()) {
            signals.ended(ids.map(id -> new Ended(id, statuses.get(id))).toList());
        }
    }

    @Override
    public List<Claimed> claim(ClaimRequest claim) {
        if (claim.shares().isEmpty()) {
            return List.of();
        }
        LiveTasks.Given given = session.call(connection -> tables.live().claim(connection, claim, session.mode()));
        given.damaged().forEach(this::moveToDeadLetters);
        return given.claimed();
    }

    /** A damaged row must not block other claims, and a person must see it. */
    private void moveToDeadLetters(DamagedRow row) {
        String words = "the row of this task is damaged: " + row.damage();
        LOG.log(Level.ERROR, words + " (task " + row.id() + ", fence " + row.fence() + ")");
        try {
            finish(List.of(new TaskFinish(row.id(), row.fence(), new End.Dead(words, DamagedRow.SIGNATURE, true))));
        } catch (OncemoreException e) {
            LOG.log(
                    Level.ERROR,
                    "task " + row.id() + " could not be moved to the dead letters; a later claim tries again",
                    e);
        }
    }

    @Override
    public List<Boolean> extend(List<TaskExtension> extensions) {
        if (extensions.isEmpty()) {
            return List.of();
        }
        Map<ClaimKey, TaskExtension> claims = new LinkedHashMap<>();
        sorted(extensions, TaskExtension::id).forEach(extension -> claims.put(ClaimKey.of(extension), extension));
        List<TaskExtension> distinct = List.copyOf(claims.values());
        Set<ClaimKey> extended =
                unlessLocked(connection -> tables.live().extend(connection, distinct, session.mode(), lockWait));
        return extensions.stream()
                .map(extension -> extended.contains(ClaimKey.of(extension)))
                .toList();
    }

    /** Fails by its own name if a user's open transaction has one of the tasks, so that the others can go on. */
    private <T> T unlessLocked(SqlWork<T> work) {
        try {
            return session.call(work);
        } catch (StoreException e) {
            throw session.mode() == Mode.OWN && StoreFailures.isLockedByOthers(e)
                    ? new RecordLockedException(String.valueOf(e.getMessage()), e)
                    : e;
        }
    }

    @Override
    public List<Boolean> finish(List<TaskFinish> finishes) {
        IdentityHashMap<TaskFinish, Boolean> answers = new IdentityHashMap<>();
        List<TaskFinish> left = finishes;
        while (!left.isEmpty()) {
            finishOfEachClaim(left, answers);
            left = left.stream().filter(finish -> !answers.containsKey(finish)).toList();
        }
        return finishes.stream().map(answers::get).toList();
    }

    /**
     * Writes the first end of each claim. A second end of a claim changes nothing, because the claim has ended or was lost by
     * then; it is answered in a later round, in a transaction of its own.
     */
    private void finishOfEachClaim(List<TaskFinish> finishes, IdentityHashMap<TaskFinish, Boolean> answers) {
        Map<ClaimKey, TaskFinish> claims = new LinkedHashMap<>();
        sorted(finishes, TaskFinish::id).forEach(finish -> claims.putIfAbsent(ClaimKey.of(finish), finish));
        List<TaskFinish> distinct = List.copyOf(claims.values());
        LiveTasks.Changed<ClaimKey> changed =
                unlessLocked(connection -> tables.live().finish(connection, distinct, session.mode(), lockWait));
        claims.forEach((claim, finish) -> answers.put(finish, changed.done().contains(claim)));
        woken.accept(changed.woken());
        signalEnds(
                distinct.stream()
                        .filter(finish -> !(finish.end() instanceof End.Retry || finish.end() instanceof End.Released))
                        .filter(answers::get)
                        .map(TaskFinish::id),
                changed.statuses());
    }

    @Override
    public List<Boolean> cancel(List<String> ids, By by) {
        if (ids.isEmpty()) {
            return List.of();
        }
        List<String> sorted = sorted(ids, id -> id);
        String words = by.why();
        LiveTasks.Changed<String> changed =
                session.call(connection -> tables.live().cancel(connection, sorted, words, by.who(), session.mode()));
        woken.accept(changed.woken());
        signalEnds(changed.done().stream(), changed.statuses());
        return ids.stream().map(changed.done()::contains).toList();
    }

    private static <Q> List<Q> sorted(List<Q> requests, Function<Q, String> idOf) {
        return requests.stream().sorted(Comparator.comparing(idOf)).toList();
    }

    @Override
    public List<Optional<TaskStatus>> find(List<String> ids) {
        Map<String, TaskStatus> found = new HashMap<>();
        for (int from = 0; from < ids.size(); from += CHUNK) {
            List<String> chunk = ids.subList(from, Math.min(from + CHUNK, ids.size()));
            found.putAll(session.call(connection -> tables.history().find(connection, chunk)));
        }
        return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
    }

    @Override
    public Optional<String> findByKey(String queue, String dedupKey) {
        return session.call(connection -> tables.history().findByKey(connection, queue, dedupKey));
    }

    @Override
    public List<LogEntry> log(String id, long afterFence, int entriesMax) {
        return session.call(connection -> tables.history().log(connection, id, afterFence, entriesMax));
    }

    @Override
    public Instant now() {
        return session.call(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(tables.sql().fill("SELECT ${now}"))) {
                row.next();
                return Micros.instant(row.getLong(1));
            }
        });
    }

    @Override
    public DeadLetters deadLetters() {
        return deadLetters;
    }

    @Override
    public Queues queues() {
        return queues;
    }

    @Override
    public Notes notes() {
        return notes;
    }

    @Override
    public int purge(Duration endedFor, Duration discardedFor, int tasksMax) {
        int purged = 0;
        while (purged < tasksMax) {
            int wanted = Math.min(CHUNK, tasksMax - purged);
            int done = session.call(connection -> tables.writes().write(connection, session.mode(), c -> {
                tables.lanes().purge(c, CHUNK);
                return tables.history().purge(c, endedFor, discardedFor, wanted);
            }));
            purged += done;
            if (done < wanted) {
                return purged;
            }
        }
        return purged;
    }

    @Override
    public Subscription onWork(Consumer<String> listener) {
        return signals.subscribe(listener);
    }

    @Override
    public Subscription onEnd(Consumer<Ended> listener) {
        return signals.subscribeToEnds(listener);
    }

    @Override
    public void requestEnd(String id) {
        signals.requestEnd(id);
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }
}
