package dev.oncemore.bench.task;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.SqlScript;
import dev.oncemore.testkit.server.FreshDatabase;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * transaction-outbox: tasks that are enqueued while it runs go to its executor right after the commit; a thread that flushes
 * repeatedly, as its documentation recommends, finds the rest.
 */
final class TransactionOutboxes implements Contender {
    private static final int FILL_BATCH = 1_000;
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    /** The validator of transaction-outbox, which logs a banner. */
    private static final Logger VALIDATOR_LOG = Logger.getLogger("org.hibernate.validator");

    private final FreshDatabase database;
    private final DataSource pool;
    private final TransactionManager transactions;
    private final TransactionOutbox outbox;
    private volatile @Nullable ExecutorService workers;
    private @Nullable Thread flushing;

    TransactionOutboxes(FreshDatabase database, Tally tally) {
        this.database = database;
        VALIDATOR_LOG.setLevel(Level.WARNING);
        pool = database.pooled(CONNECTIONS);
        transactions = TransactionManager.fromDataSource(pool);
        Work work = payload -> tally.count(Payload.numberOf(payload));
        outbox = TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> work))
                .submitter((entry, process) -> {
                    ExecutorService now = workers;
                    if (now != null) {
                        Submitter.withExecutor(now).submit(entry, process);
                    }
                })
                .build();
    }

    @Override
    public String name() {
        return Peers.TRANSACTION_OUTBOX;
    }

    /** Sets the times of the tasks back, because a flush takes only tasks that were not tried for a while. */
    @Override
    public void fill(int tasks) {
        for (int from = 0; from < tasks; from += FILL_BATCH) {
            int first = from;
            transactions.inTransaction(() -> {
                for (int number = first; number < Math.min(first + FILL_BATCH, tasks); number++) {
                    outbox.schedule(Work.class).run(Payload.of(number));
                }
            });
        }
        SqlScript.execute(pool, "UPDATE txno_outbox SET nextattempttime = now() - interval '1 hour'");
        SqlScript.execute(pool, "VACUUM ANALYZE txno_outbox");
    }

    @Override
    public void enqueue(int number) {
        transactions.inTransaction(() -> outbox.schedule(Work.class).run(Payload.of(number)));
    }

    @Override
    public void start() {
        workers = Executors.newFixedThreadPool(WORKERS);
        flushing = new Thread(this::flush, "flushing");
        flushing.setDaemon(true);
        flushing.start();
    }

    private void flush() {
        while (!Thread.currentThread().isInterrupted()) {
            if (!outbox.flush()) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    @Override
    public boolean isSettled() {
        return SqlScript.number(pool, "SELECT count(*) FROM txno_outbox") == 0;
    }

    @Override
    public void stop() {
        ExecutorService ended = workers;
        workers = null;
        if (flushing != null) {
            flushing.interrupt();
            join(flushing);
        }
        if (ended != null) {
            ended.shutdown();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new MeasuringException("interrupted", e);
        }
    }

    @Override
    public void clear() {
        SqlScript.execute(pool, "TRUNCATE txno_outbox");
    }

    @Override
    public void close() {
        database.close();
    }

    /** The class that is called later; public, because it is proxied. */
    @FunctionalInterface
    public interface Work {
        /** Runs the task. */
        void run(String payload);
    }
}
