package dev.oncemore.jdbc;

import dev.oncemore.jdbc.internal.record.JdbcRecordStore;
import dev.oncemore.jdbc.internal.sql.ConnectionOpener;
import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.StoreSettings;
import dev.oncemore.jdbc.internal.sql.UnpooledConnections;
import dev.oncemore.jdbc.internal.task.JdbcTaskStore;
import dev.oncemore.jdbc.query.RecordQueries;
import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.task.store.JoiningTaskStore;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Records and tasks in PostgreSQL, MariaDB or SQLite, which is detected from the connection. Immutable in all that callers see,
 * and safe for many threads.
 *
 * <pre>{@code
 * JdbcStores stores = JdbcStores.of(dataSource);
 * stores.schema().apply();
 * TransactionalOnce<Connection> once = Once.on(stores.records());
 * TransactionalTasks<Connection> tasks = Tasks.on(stores.tasks());
 * }</pre>
 *
 * <p>The data source must return independent connections, best from a pool, and to the primary. One that is bound to the
 * caller's transaction, such as Spring's {@code TransactionAwareDataSourceProxy}, is refused when detected: a claim would commit
 * that transaction, or be rolled back with it. The stores' {@code join(connection)} uses the caller's transaction instead.
 *
 * <p>Settings under which the database loses acknowledged writes are refused when a store is first created. Missing tables are
 * noticed at first use, because stores may be created before your migrations run; call {@link JdbcSchema#check} after them to
 * detect this at startup.
 */
public final class JdbcStores {
    static final SchemaScripts RECORDS = SchemaScripts.of("records", JdbcStores.class);
    static final SchemaScripts TASKS = SchemaScripts.of("tasks", JdbcStores.class);

    private final StoreSettings settings;
    private @Nullable JdbcRecordStore records;
    private @Nullable JdbcTaskStore tasks;

    private JdbcStores(StoreSettings settings) {
        this.settings = settings;
    }

    /** Stores with the usual names and settings. */
    public static JdbcStores of(DataSource dataSource) {
        return builder(dataSource).build();
    }

    /** Starts stores with settings of your own. */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /**
     * The records.
     *
     * @throws IllegalStateException when the database's settings break the promises
     */
    public JoiningStore<Connection> records() {
        return recordStore();
    }

    /** Read-only queries of records. */
    public RecordQueries recordQueries() {
        return recordStore().queries();
    }

    private synchronized JdbcRecordStore recordStore() {
        if (records == null) {
            records = new JdbcRecordStore(settings);
        }
        return records;
    }

    /**
     * The tasks. On PostgreSQL one connection is kept open while workers listen for tasks of other nodes, or somebody waits for
     * the end of a task: one beside the pool where its URL is known, otherwise one of the data source.
     *
     * @throws IllegalStateException when the database's settings break the promises
     */
    public JoiningTaskStore<Connection> tasks() {
        return taskStore();
    }

    /** Read-only queries of tasks. */
    public TaskQueries taskQueries() {
        return taskStore().queries();
    }

    private synchronized JdbcTaskStore taskStore() {
        if (tasks == null) {
            tasks = new JdbcTaskStore(settings);
        }
        return tasks;
    }

    /** The tables of both. */
    public JdbcSchema schema() {
        return new JdbcSchema(settings.dataSource(), settings.dialect(), settings.prefix(), List.of(RECORDS, TASKS));
    }

    /**
     * The scripts of both for a database, without a connection to it: for files of your own migration tool.
     *
     * @param database {@code postgresql}, {@code mariadb} or {@code sqlite}
     * @param tablePrefix the start of the tables' names, {@code oncemore_} by default
     */
    public static List<SchemaScripts.Script> scripts(String database, String tablePrefix) {
        return Stream.of(RECORDS, TASKS)
                .flatMap(set -> set.scripts(database, tablePrefix).stream())
                .toList();
    }

    /** The database that they are in, for tables of your own. */
    public Database database() {
        return new Database(settings.dataSource(), settings.dialect(), settings.prefix());
    }

    /** Settings of stores. */
    public static final class Builder {
        private static final int CONCURRENT_BATCHES_MAX = 64;

        private final DataSource dataSource;
        private Prefix prefix = Prefix.STANDARD;
        private Duration tombstone = Duration.ofHours(24);
        private @Nullable Integer concurrentBatches;
        private boolean allowsUnsafeSettings;
        private @Nullable ConnectionOpener listening;

        private Builder(DataSource dataSource) {
            this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
            listening = UnpooledConnections.beside(dataSource);
        }

        /** The start of the tables' names: 1 to 30 characters, a to z, 0 to 9 and _, starting with a letter; {@code oncemore_} by default. */
        public Builder tablePrefix(String tablePrefix) {
            prefix = new Prefix(tablePrefix);
            return this;
        }

        /**
         * How long an expired record is kept, so that it can be distinguished from one that never existed; 24 hours by default.
         * It is purged afterwards.
         */
        public Builder tombstone(Duration tombstone) {
            if (tombstone.isNegative()) {
                throw new IllegalArgumentException("tombstone must not be negative, but is " + tombstone);
            }
            this.tombstone = tombstone;
            return this;
        }

        /** How many batches of each verb may be under way at once; by default 2 on MariaDB and 1 elsewhere. */
        public Builder concurrentBatches(int concurrentBatches) {
            if (concurrentBatches < 1 || concurrentBatches > CONCURRENT_BATCHES_MAX) {
                throw new IllegalArgumentException("concurrentBatches must be between 1 and " + CONCURRENT_BATCHES_MAX
                        + ", but is " + concurrentBatches);
            }
            this.concurrentBatches = concurrentBatches;
            return this;
        }

        /**
         * On PostgreSQL, listens for tasks of other nodes on a connection of this data source, which must reach the server
         * itself: {@code LISTEN} does nothing through a pooler of transactions such as PgBouncer.
         */
        public Builder listenOn(DataSource direct) {
            listening = Objects.requireNonNull(direct, "direct")::getConnection;
            return this;
        }

        /** On PostgreSQL, keeps no connection for {@code LISTEN}: tasks of other nodes are found by polling, as elsewhere. */
        public Builder withoutListen() {
            listening = null;
            return this;
        }

        /** Accepts a database that may lose acknowledged records and tasks in a crash; the stores then only warn. */
        public Builder allowUnsafeSettings() {
            allowsUnsafeSettings = true;
            return this;
        }

        /**
         * The stores.
         *
         * @throws IllegalArgumentException for an unsupported database
         */
        public JdbcStores build() {
            return new JdbcStores(new StoreSettings(
                    dataSource,
                    Dialect.of(dataSource),
                    prefix,
                    tombstone,
                    concurrentBatches,
                    allowsUnsafeSettings,
                    listening));
        }
    }
}
