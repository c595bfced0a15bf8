package dev.oncemore.jdbc.internal.task;


import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.PlainWrites;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.jdbc.internal.sql.SqlWork;
import dev.oncemore.jdbc.internal.sql.StoreFailures;
import dev.oncemore.jdbc.internal.sql.Writes;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.NewTask;
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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Tasks in PostgreSQL, MariaDB or SQLite; which one it is, the connection tells. The tables are made by
 * {@link dev.oncemore.jdbc.JdbcSchema}.
 *
 * <pre>{@code
 * JdbcSchema.of(dataSource).apply();
 * JdbcTaskStore store = JdbcTaskStore.on(dataSource);
 * }</pre>
 *
 * <p>The data source must hand out connections of its own, best out of a pool, and to the primary. On PostgreSQL one of them is
 * kept for as long as anybody listens for work. Within {@link #join(Connection)} the user's transaction is used instead.
 *
 * <p>Settings under which the database loses what it acknowledged are refused when the store is made.
 */
public final class JdbcTaskStore implements JoiningTaskStore<Connection> {
    private final TaskVerbs own;
    private final TaskTables tables;
    private final TaskLists lists;
    private final WorkSignals signals;
    private final List<String> warnings;
    private final int concurrentBatches;

    private JdbcTaskStore(Builder builder) {
        Dialect dialect = Dialect.of(builder.dataSource);
        String channel = builder.prefix.in("${prefix}task");
        String sender = Ids.random(Chance.system()).next();
        warnings = warnings(builder, dialect);
        tables = TaskTables.of(dialect, builder.dataSource, builder.prefix, channel, sender, singleWrites(builder));
        signals = dialect.choose(
                () -> new WorkSignals(new PostgresListener(builder.dataSource, channel, sender)),
                WorkSignals::new,
                WorkSignals::new);
        concurrentBatches = dialect.concurrentBatches();
        Session session = Session.Own.on(builder.dataSource);
        own = new TaskVerbs(session, tables, signals, warnings);
        lists = new TaskLists(session, tables.sql());
    }

    private static List<String> warnings(Builder builder, Dialect dialect) {
        try (Connection connection = builder.dataSource.getConnection()) {
            return dialect.settings(connection).accept(builder.allowsUnsafeSettings);
        } catch (SQLException e) {
            throw StoreFailures.of(e, Mode.OWN);
        }
    }

    /** A verb that is one statement needs no transaction of its own, unless connections come with another isolation level. */
    private static Writes singleWrites(Builder builder) {
        try (Connection connection = builder.dataSource.getConnection()) {
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

    /** A store with the usual names and settings. */
    public static JdbcTaskStore on(DataSource dataSource) {
        return builder(dataSource).build();
    }

    /** For a store with settings of your own. */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /**
     * The same verbs as part of the transaction that is open on this connection. Whoever enqueues into the same lane waits for
     * this one's end. Nobody is told of new work when it commits; say so yourself, or let the workers find it. A failure of
     * kind TRANSIENT means that the whole transaction must be rolled back and retried.
     *
     * @throws IllegalStateException when the connection commits by itself
     */
    @Override
    public TaskStore join(Connection transaction) {
        return new TaskVerbs(new Session.Joined(transaction), tables, signals, warnings);
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
    public List<Boolean> cancel(List<String> ids, String reason, String who) {
        return own.cancel(ids, reason, who);
    }

    @Override
    public List<Optional<TaskStatus>> find(List<String> ids) {
        return own.find(ids);
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

    /** Lists for people who look at the store. */
    public TaskLists lists() {
        return lists;
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
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public int concurrentBatches() {
        return concurrentBatches;
    }

    /** Settings of a store. */
    public static final class Builder {
        private final DataSource dataSource;
        private Prefix prefix = Prefix.STANDARD;
        private boolean allowsUnsafeSettings;

        private Builder(DataSource dataSource) {
            this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
        }

        /** What the tables' names start with; {@code oncemore_} unless said otherwise. */
        public Builder tablePrefix(String tablePrefix) {
            prefix = new Prefix(tablePrefix);
            return this;
        }

        /** Accepts a database that may lose acknowledged tasks in a crash; the store then only warns. */
        public Builder allowUnsafeSettings() {
            allowsUnsafeSettings = true;
            return this;
        }

        /**
         * The store.
         *
         * @throws IllegalStateException when the database's settings break the promises
         */
        public JdbcTaskStore build() {
            return new JdbcTaskStore(this);
        }
    }
}
