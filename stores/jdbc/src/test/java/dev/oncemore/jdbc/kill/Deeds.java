package dev.oncemore.jdbc.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.transaction.SqlClassifier;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.LogEntry.Event;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.testkit.race.Together;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Tasks that leave a row each, in one transaction with their end: whatever is lost or done twice can be counted. */
final class Deeds {
    static final int COUNT = 200;

    private final DataSource dataSource;
    private final JoiningTaskStore<Connection> store;
    private final Transactions transactions;
    private final TransactionalTasks<Connection> tasks;

    /** Whoever does them says so after each. */
    Deeds(DataSource dataSource, Runnable afterEach) {
        this.dataSource = dataSource;
        store = JdbcStores.of(dataSource).tasks();
        transactions = Transactions.on(dataSource);
        RetryPolicy policy = RetryPolicy.named("patient")
                .maxAttempts(1_000)
                .backoff(Backoff.fixed(Duration.ofMillis(50)))
                .classifier(SqlClassifier.standard())
                .build();
        TaskSettings settings = TaskSettings.standard()
                .lease(Duration.ofSeconds(1))
                .pollInterval(Duration.ofMillis(50))
                .policy(policy);
        tasks = dev.oncemore.task.Tasks.on(store, settings);
        tasks.handle("deed", String.class, (text, task) -> {
            transactions.run(connection -> doIt(connection, task));
            afterEach.run();
            return Verdict.done();
        });
    }

    static void createTables(DataSource dataSource) throws SQLException {
        JdbcStores.of(dataSource).schema().apply();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table deed (task_id varchar(64) not null)");
        }
    }

    private boolean doIt(Connection connection, TaskRun task) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into deed values (?)")) {
            insert.setString(1, task.id());
            insert.executeUpdate();
        }
        TaskFinish done = new TaskFinish(task.id(), task.fence(), new End.Done(null));
        if (!store.join(connection).finish(List.of(done)).get(0)) {
            throw new IllegalStateException("in other hands: " + task);
        }
        return true;
    }

    List<String> enqueueAll() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            ids.add(tasks.enqueue("deed", "deed " + i).id());
        }
        return ids;
    }

    Workers start() {
        return tasks.start();
    }

    void requireEachDoneOnce(List<String> ids) {
        Together.await("all are done", () -> areDone(ids));
        assertThat(count("*")).as("rows").isEqualTo(ids.size());
        assertThat(count("distinct task_id")).as("tasks with a row").isEqualTo(ids.size());
        for (String id : ids) {
            assertThat(store.log(id, 0, 1_000)).extracting(LogEntry::event).containsOnlyOnce(Event.DONE);
        }
    }

    /** Connections that a pool has kept over a restart may fail once more. */
    private boolean areDone(List<String> ids) {
        try {
            return store.find(ids).stream()
                    .allMatch(status -> status.orElseThrow().state() == TaskState.DONE);
        } catch (StoreException e) {
            return false;
        }
    }

    private long count(String what) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(" + what + ") from deed")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
