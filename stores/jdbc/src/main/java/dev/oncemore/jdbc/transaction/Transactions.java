package dev.oncemore.jdbc.transaction;

import dev.oncemore.once.record.StoreRetry;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryBuilder;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Time;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs work in a transaction, and repeats the whole of it when the database undid it for the sake of others: a
 * serialization failure, a deadlock, a busy or cut connection before COMMIT. Immutable, and safe for many threads.
 *
 * <pre>{@code
 * private final Transactions transactions = Transactions.on(dataSource).isolation(Isolation.SERIALIZABLE);
 *
 * long number = transactions.run(connection -> invoices.insert(connection, invoice));
 * }</pre>
 *
 * <p>How it ends:
 *
 * <ul>
 *   <li>What the work throws rolls back. It reaches the caller as it was thrown, or as the cause of a
 *       {@link dev.oncemore.retry.GaveUpException} when repeating was of use and did not help.
 *   <li>A connection that is cut between COMMIT and its reply leaves the outcome unknown. The transaction is then not
 *       repeated, unless the caller declares with {@link Safety#idempotent} or {@link Safety#keyed} that it may be; the
 *       cause is a {@link TransactionException} that says so.
 *   <li>One transaction per thread: inside a transaction, {@code run} is refused with an {@link IllegalStateException},
 *       and engines make one attempt only, since a single statement of a broken transaction cannot be repeated.
 * </ul>
 *
 * <p>By default: 6 attempts, 20 ms doubling with full jitter, and 10 seconds for everything. What runs longer
 * is cut off and rolled back; give long transactions a policy with a longer deadline, or with none. There is no retry
 * budget, because conflicts come in bursts and the connection pool bounds the load.
 *
 * <p>On SQLite every transaction takes the write lock when it begins (BEGIN IMMEDIATE): one that reads first and writes
 * later would fail at once where another has written in between, without waiting for its busy timeout. It does not matter
 * which {@code transaction_mode} the connection has, and whether it comes from a pool. Reads alone need no transaction
 * there.
 */
public final class Transactions {
    private static final RetryPolicy STANDARD = StoreRetry.policy("transactions")
            .deadline(Duration.ofSeconds(10))
            .classifier(SqlClassifier.standard())
            .build();

    private final DataSource dataSource;
    private final @Nullable Isolation isolation;
    private final RetryPolicy policy;
    private final Time time;
    private final @Nullable RetryListener listener;
    private final Retry engine;

    private Transactions(
            DataSource dataSource,
            @Nullable Isolation isolation,
            RetryPolicy policy,
            Time time,
            @Nullable RetryListener listener) {
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
        this.isolation = isolation;
        this.policy = policy;
        this.time = Objects.requireNonNull(time, "time");
        this.listener = listener;
        engine = engine();
    }

    /** Transactions of this database, which must be the primary, with the isolation that its connections come with. */
    public static Transactions on(DataSource dataSource) {
        return new Transactions(dataSource, null, STANDARD, Time.system(), null);
    }

    /** The same with this isolation; connections get back what they had. */
    public Transactions isolation(Isolation isolation) {
        return new Transactions(dataSource, Objects.requireNonNull(isolation, "isolation"), policy, time, listener);
    }

    /**
     * The same with this policy. What its classifier does not know is left to {@link SqlClassifier}; returned values are
     * not judged, since they are committed by then.
     *
     * @throws IllegalArgumentException when the policy hedges: two copies of a transaction would fight for its locks
     */
    public Transactions retry(RetryPolicy policy) {
        if (policy.hedge().isPresent()) {
            throw new IllegalArgumentException("policy '" + policy.name()
                    + "' hedges, but two copies of a transaction would fight for its locks; leave hedge out");
        }
        return new Transactions(dataSource, isolation, policy, time, listener);
    }

    /** Uses this clock: virtual time in tests. */
    public Transactions time(Time time) {
        return new Transactions(dataSource, isolation, policy, time, listener);
    }

    /** A copy with a listener for failed attempts, retries and ends. */
    public Transactions listener(RetryListener listener) {
        return new Transactions(dataSource, isolation, policy, time, Objects.requireNonNull(listener, "listener"));
    }

    /** Runs the work in a transaction of its own and commits. After an unknown outcome it is not repeated. */
    public <T extends @Nullable Object, X extends Exception> T run(TransactionWork<T, X> work) throws X {
        return run(Safety.undeclared(), work);
    }

    /**
     * As {@link #run(TransactionWork)}, and declares whether the transaction may be repeated when it is unknown if it was
     * committed.
     *
     * @throws IllegalStateException when a transaction is open on this thread
     */
    public <T extends @Nullable Object, X extends Exception> T run(Safety safety, TransactionWork<T, X> work) throws X {
        Objects.requireNonNull(work, "work");
        if (OpenTransaction.isOpen()) {
            throw new IllegalStateException("a transaction is open on this thread already: a second one inside it would"
                    + " commit or wait on its own; use the open one's connection, or call this after it has ended");
        }
        List<Runnable> afterCommit = new ArrayList<>();
        T value = engine.attempt(
                safety, attempt -> TransactionAttempt.run(dataSource, isolation, attempt::onCancel, afterCommit, work));
        afterCommit.forEach(Runnable::run);
        return value;
    }

    /**
     * Transactions for the chunks of a {@link dev.oncemore.task.batch.Batch} on this database: what a chunk does and the place
     * in its source commit together.
     *
     * <pre>{@code
     * Batch.within(tasks, Transactions.on(dataSource).forBatches(), "recalculate", accounts, options, handler);
     * }</pre>
     *
     * <p>Each chunk is one attempt here, without a deadline, because the batch's own policy retries it. What the
     * database undid for the sake of others, and lost connections, are {@link TransactionException}s that say so; hence that
     * policy need not know about SQL. Everything else reaches it as it was thrown.
     */
    public dev.oncemore.task.batch.BatchTransactions<Connection> forBatches() {
        return new ChunkTransactions(dataSource, isolation);
    }

    private Retry engine() {
        RetryPolicy judged = policy.toBuilder()
                .classifier(new TransactionClassifier(policy.classifier()))
                .build();
        RetryBuilder builder = Retry.builder(judged).time(time);
        return listener == null ? builder.build() : builder.listener(listener).build();
    }
}
