package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.internal.record.EveryCut;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Codec;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.batch.Batch;
import dev.oncemore.task.batch.BatchOptions;
import dev.oncemore.task.batch.BatchProgress;
import dev.oncemore.task.batch.BatchRun;
import dev.oncemore.task.batch.Item;
import dev.oncemore.task.batch.Source;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.testkit.server.CuttingDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The connection is cut before and after every statement and commit of a batch's transactions. Effects and place commit
 * together, so each item takes effect once, and the batch comes to its end.
 */
abstract class BatchCrashPoints {
    private static final List<String> ITEMS = List.of("a", "b", "c", "d", "e");

    private CuttingDataSource cutting;
    private JoiningTaskStore<Connection> store;
    private String effects;
    private int number;

    abstract TaskDatabase database();

    @BeforeEach
    void open() {
        cutting = CuttingDataSource.of(database().fresh.dataSource());
        String prefix = database().newTables();
        store = TaskDatabase.store(database().pool, prefix);
        effects = prefix + "effect";
        database().execute("create table " + effects + " (run_name varchar(20), item varchar(20))");
    }

    @Test
    void eachItemTakesEffectOnce_whereverItsTransactionIsCut() {
        new EveryCut(cutting).act(() -> {
            String key = "run" + ++number;
            BatchRun run = runToItsEnd(key);
            return () -> {
                BatchProgress progress = run.progress().orElseThrow();
                assertThat(progress.state()).isEqualTo(BatchProgress.State.FINISHED);
                assertThat(progress.done()).isEqualTo(ITEMS.size());
                assertThat(progress.setAside()).as("nothing is taken apart").isZero();
                assertThat(effectsOf(key, "item")).isEqualTo(ITEMS.size());
                assertThat(effectsOf(key, "distinct item")).isEqualTo(ITEMS.size());
            };
        });
    }

    private long effectsOf(String key, String counted) {
        return database().number("select count(" + counted + ") from " + effects + " where run_name = '" + key + "'");
    }

    private BatchRun runToItsEnd(String key) {
        RetryPolicy atOnce = RetryPolicy.named("at-once")
                .maxAttempts(3)
                .backoff(Backoff.none())
                .build();
        TransactionalTasks<Connection> tasks = dev.oncemore.task.Tasks.on(
                store, TaskSettings.standard().policy(atOnce).owner("tester"));
        Batch<String> batch = Batch.within(
                tasks,
                Transactions.on(cutting).forBatches(),
                "letters",
                Source.of(ITEMS, Codec.text()),
                BatchOptions.chunksOf(2),
                (chunk, connection) -> {
                    for (Item<String> item : chunk.items()) {
                        insert(connection, key, item.value());
                    }
                });
        try {
            BatchRun run = batch.start(key);
            tasks.manualWorker().runAll();
            return run;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void insert(Connection connection, String key, String item) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into " + effects + " values (?, ?)")) {
            insert.setString(1, key);
            insert.setString(2, item);
            insert.executeUpdate();
        }
    }
}
