package dev.oncemore.jdbc.internal.task;

import dev.oncemore.By;
import dev.oncemore.jdbc.internal.sql.ConnectionOpener;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.PlainWrites;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.jdbc.internal.sql.SqlWork;
import dev.oncemore.jdbc.internal.sql.StoreFailures;
import dev.oncemore.jdbc.internal.sql.StoreSettings;
import dev.oncemore.jdbc.internal.sql.Writes;
import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.task.store.Notes;
import dev.oncemore.task.store.Queues;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Tasks in a database, in transactions of their own; {@link #join} uses the user's. */
public final class JdbcTaskStore implements JoiningTaskStore<Connection> {
    private final TaskVerbs own;
    private final TaskStore withoutWaiting;
    private final TaskTables tables;
    private final TaskQueries queries;
    private final Nodes nodes;
    private final WorkSignals signals;
    private final Announcements announcements;
    private final List<String> warnings;
    private final int concurrentBatches;

    /**
     * A store with these settings.
     *
     * @throws IllegalStateException when the database's settings break the promises
     */
    public JdbcTaskStore(StoreSettings settings) {
        DataSource dataSource = settings.dataSource();
        String channel = settings.prefix().in("${prefix}task");
        ConnectionOpener listening = settings.listening();
        String sender = Ids.random(Chance.system()).next();
        warnings = settings.warnings();
        tables = TaskTables.of(
                settings.dialect(), dataSource, settings.prefix(), channel, sender, singleWrites(dataSource));
        Session.Own session = Session.Own.on(dataSource);
        signals = settings.dialect()
                .choose(
                        () -> listening == null
                                ? new WorkSignals()
                                : new WorkSignals(new PostgresListener(listening, session, channel, sender)),
                        WorkSignals::new,
                        WorkSignals::new);
        announcements = settings.dialect()
                .choose(
                        () -> new Announcements(session, channel, sender),
                        () -> Announcements.NONE,
                        () -> Announcements.NONE);
        concurrentBatches = settings.dialect().concurrentBatches();
        nodes = new NodeVerbs(session, tables, signals);
        own = new TaskVerbs(session, tables, signals, signals::signal, warnings);
        withoutWaiting = own.withoutWaiting();
        queries = new JdbcTaskQueries(session, tables.sql());
    }

    /** A verb that is one statement needs no transaction of its own, unless connections come with another isolation level. */
    private static Writes singleWrites(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getTransactionIsolation() == Connection.TRANSACTION_READ_COMMITTED
                    ? new SingleWrites()
                    : new PlainWrites();
        } catch (SQLException e) {
            throw StoreFailures.of(e, Mode.OWN);
        }
    }

    /** One statement, which commits by itself. */
    private static final class SingleWrites implements Writes {
        @Override
        public <T> T write(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
            return work.on(connection);
        }
    }

    /**
     * The same verbs as part of the transaction that is open on this connection. Other transactions that enqueue into the same lane
     * wait for its end. Workers are not notified when it commits; {@link #announce} notifies them, or let them poll. A failure of
     * kind TRANSIENT means that the whole transaction must be rolled back and retried.
     *
     * @throws IllegalStateException when the connection commits by itself
     */
    @Override
    public TaskStore join(Connection transaction) {
        return join(transaction, queue -> {});
    }

    @Override
    public TaskStore join(Connection transaction, Consumer<String> woken) {
        return new TaskVerbs(
                new Session.Joined(transaction), tables, signals, queues -> queues.forEach(woken), warnings);
    }

    @Override
    public void announce(Collection<String> queues) {
        signals.signal(queues);
        announcements.announce(queues);
    }

    @Override
    public List<Enqueued> enqueue(List<NewTask> tasks) {
        return own.enqueue(tasks);
    }

    @Override
    public List<Claimed> claim(ClaimRequest claim) {
        return own.claim(claim);
    }

    @Override
    public List<Boolean> extend(List<TaskExtension> extensions) {
        return own.extend(extensions);
    }

    @Override
    public List<Boolean> finish(List<TaskFinish> finishes) {
        return own.finish(finishes);
    }

    @Override
    public TaskStore withoutWaiting() {
        return withoutWaiting;
    }

    @Override
    public List<Boolean> cancel(List<String> ids, By by) {
        return own.cancel(ids, by);
    }

    @Override
    public List<Optional<TaskStatus>> find(List<String> ids) {
        return own.find(ids);
    }

    @Override
    public Optional<String> findByKey(String queue, String dedupKey) {
        return own.findByKey(queue, dedupKey);
    }

    @Override
    public List<LogEntry> log(String id, long afterFence, int entriesMax) {
        return own.log(id, afterFence, entriesMax);
    }

    @Override
    public Instant now() {
        return own.now();
    }

    @Override
    public DeadLetters deadLetters() {
        return own.deadLetters();
    }

    @Override
    public Queues queues() {
        return own.queues();
    }

    @Override
    public Notes notes() {
        return own.notes();
    }

    @Override
    public Optional<Nodes> nodes() {
        return Optional.of(nodes);
    }

    /** Read-only questions. */
    public TaskQueries queries() {
        return queries;
    }

    @Override
    public int purge(Duration endedFor, Duration discardedFor, int tasksMax) {
        return own.purge(endedFor, discardedFor, tasksMax);
    }

    @Override
    public Subscription onWork(Consumer<String> listener) {
        return own.onWork(listener);
    }

    @Override
    public Subscription onEnd(Consumer<Ended> listener) {
        return own.onEnd(listener);
    }

    @Override
    public void requestEnd(String id) {
        own.requestEnd(id);
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public int concurrentBatches() {
        return concurrentBatches;
    }
}
