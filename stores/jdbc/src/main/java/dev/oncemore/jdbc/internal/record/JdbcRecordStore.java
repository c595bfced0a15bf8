package dev.oncemore.jdbc.internal.record;



import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.jdbc.internal.sql.StoreFailures;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.TakeOver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Records in PostgreSQL, MariaDB or SQLite; which one it is, the connection tells. The tables are made by
 * {@link JdbcSchema}.
 *
 * <pre>{@code
 * JdbcSchema.of(dataSource).apply();
 * TransactionalOnce<Connection> once = Once.on(JdbcRecordStore.on(dataSource));
 * }</pre>
 *
 * <p>The data source must hand out connections of its own, best out of a pool, and to the primary. One that is bound to the
 * caller's transaction, such as Spring's {@code TransactionAwareDataSourceProxy}, is refused when it shows: a claim would
 * commit that transaction, or vanish with it. Within {@link #join(Connection)} the user's transaction is used instead.
 *
 * <p>Settings under which the database loses what it acknowledged are refused when the store is made. Whether the tables are
 * there is seen at first use, since a store may be made before your migrations run; to be told at the start, call
 * {@link JdbcSchema#check} after them.
 */
public final class JdbcRecordStore implements JoiningStore<Connection> {
    private final RecordVerbs own;
    private final UnknownRecords unknown;
    private final Prefix prefix;
    private final RecordStatements statements;
    private final long tombstoneMicros;
    private final int concurrentBatches;
    private final List<String> warnings;

    private JdbcRecordStore(Builder builder) {
        Dialect dialect = Dialect.of(builder.dataSource);
        warnings = warnings(builder, dialect);
        prefix = builder.prefix;
        statements = RecordStatements.of(dialect, builder.dataSource, prefix);
        tombstoneMicros = Micros.of(builder.tombstone);
        concurrentBatches =
                builder.concurrentBatches == null ? dialect.concurrentBatches() : builder.concurrentBatches;
        Session session = Session.Own.on(builder.dataSource);
        own = new RecordVerbs(session, prefix, statements, tombstoneMicros);
        unknown = new UnknownRecords(session, own, prefix);
    }

    private static List<String> warnings(Builder builder, Dialect dialect) {
        try (Connection connection = builder.dataSource.getConnection()) {
            return dialect.settings(connection).accept(builder.allowsUnsafeSettings);
        } catch (SQLException e) {
            throw StoreFailures.of(e, Mode.OWN);
        }
    }

    /** A store with the usual names and settings. */
    public static JdbcRecordStore on(DataSource dataSource) {
        return builder(dataSource).build();
    }

    /** For a store with settings of your own. */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /**
     * The same verbs as part of the transaction that is open on this connection. Another transaction with the same key waits
     * for this one's end. A failure of kind TRANSIENT means that the whole transaction must be rolled back and retried.
     *
     * @throws IllegalStateException when the connection commits by itself
     */
    @Override
    public RecordStore join(Connection transaction) {
        return new RecordVerbs(new Session.Joined(transaction), prefix, statements, tombstoneMicros);
    }

    @Override
    public List<Inserted> insertOrRead(List<NewClaim> claims) {
        return own.insertOrRead(claims);
    }

    @Override
    public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        return own.takeOver(takeOvers);
    }

    @Override
    public List<Boolean> finish(List<RecordFinish> finishes) {
        return own.finish(finishes);
    }

    @Override
    public List<Boolean> extend(List<RecordExtension> extensions) {
        return own.extend(extensions);
    }

    @Override
    public List<Optional<OnceRecord>> read(List<Key> keys) {
        return own.read(keys);
    }

    /**
     * Records that wait for a person, by scope and key: those after this one, or with null from the first on. A row that
     * cannot be read is among them, with the reason as its error, and without a fingerprint and a fence.
     *
     * @param most up to so many, 1 to 1,000
     */
    public List<OnceRecord> unknown(@Nullable Key after, int most) {
        return unknown.after(after, most);
    }

    @Override
    public int purge(int rowsMax) {
        return own.purge(rowsMax);
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
        private static final int CONCURRENT_BATCHES_MAX = 64;

        private final DataSource dataSource;
        private Prefix prefix = Prefix.STANDARD;
        private Duration tombstone = Duration.ofHours(24);
        private @Nullable Integer concurrentBatches;
        private boolean allowsUnsafeSettings;

        private Builder(DataSource dataSource) {
            this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
        }

        /** What the tables' names start with, as {@link JdbcSchema#tablePrefix} made them; {@code oncemore_} unless said otherwise. */
        public Builder tablePrefix(String tablePrefix) {
            prefix = new Prefix(tablePrefix);
            return this;
        }

        /**
         * How long an expired record can still be told from one that never was; 24 hours unless said otherwise. Only after
         * that is it purged.
         */
        public Builder tombstone(Duration tombstone) {
            if (tombstone.isNegative()) {
                throw new IllegalArgumentException("tombstone must not be negative, but is " + tombstone);
            }
            this.tombstone = tombstone;
            return this;
        }

        /** How many batches of each verb may be under way at once: 2 on MariaDB unless said otherwise, or else 1. */
        public Builder concurrentBatches(int concurrentBatches) {
            if (concurrentBatches < 1 || concurrentBatches > CONCURRENT_BATCHES_MAX) {
                throw new IllegalArgumentException("concurrentBatches must be between 1 and " + CONCURRENT_BATCHES_MAX
                        + ", but is " + concurrentBatches);
            }
            this.concurrentBatches = concurrentBatches;
            return this;
        }

        /** Accepts a database that may lose acknowledged records in a crash; the store then only warns. */
        public Builder allowUnsafeSettings() {
            allowsUnsafeSettings = true;
            return this;
        }

        /**
         * The store.
         *
         * @throws IllegalStateException when the database's settings break the promises
         */
        public JdbcRecordStore build() {
            return new JdbcRecordStore(this);
        }
    }
}
