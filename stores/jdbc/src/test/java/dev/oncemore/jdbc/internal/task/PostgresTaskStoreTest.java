package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.CuttingDataSource;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only PostgreSQL promises, or has to be told. */
class PostgresTaskStoreTest {
    private TaskDatabase database;
    private String prefix;
    private JoiningTaskStore<Connection> store;

    @BeforeEach
    void open() {
        database = new TaskDatabase(PostgresServer.shared().freshDatabase());
        prefix = database.newTables();
        store = TaskDatabase.store(database.pool, prefix);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void enqueueMany(String name, int count) {
        List<NewTask> batch =
                IntStream.range(0, count).mapToObj(i -> Tasks.task(name + i)).toList();
        store.enqueue(batch);
    }

    private int drain() {
        int done = 0;
        for (List<Claimed> some = Tasks.claim(store, 500); !some.isEmpty(); some = Tasks.claim(store, 500)) {
            done += some.size();
            assertThat(store.finish(some.stream()
                            .map(claimed -> Tasks.finish(claimed, Tasks.done()))
                            .toList()))
                    .containsOnly(true);
        }
        return done;
    }

    @Test
    void whileAnOldSnapshotIsHeldAClaimWithAFloorDoesNotWadeThroughTheDead() throws Exception {
        try (Connection reader = database.begin()) {
            reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            read(reader, "select count(*) from " + prefix + "task");
            enqueueMany("old", 3_000);
            assertThat(drain()).isEqualTo(3_000);
            enqueueMany("new", 10);
            long newest = database.number("select min(visible_at) from " + prefix + "task");

            long withFloor = entriesOfAClaim("'{" + Tasks.QUEUE + "}', '{0}', '{" + (newest - 1) + "}'");
            long withoutFloor = entriesOfAClaim("'{}', '{}', '{}'");

            assertThat(withFloor).isLessThan(100);
            assertThat(withoutFloor).as("every dead entry is looked at").isGreaterThan(2_000);
            reader.rollback();
        }
        assertThat(drain()).isEqualTo(10);
    }

    private static String read(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    /** How many index entries a claim looks at, as this connection counts them. It is undone, so that the next finds the same. */
    private long entriesOfAClaim(String floors) throws SQLException {
        String entries = "select coalesce(pg_stat_get_xact_tuples_returned('" + prefix + "task_due'::regclass), 0)";
        try (Connection connection = database.begin()) {
            long before = Long.parseLong(read(connection, entries));
            read(
                    connection,
                    "select * from " + prefix + "task_claim('me', 1000, 1, '{" + Tasks.QUEUE + "}', '{10}', " + floors
                            + ", NULL, NULL)");
            long after = Long.parseLong(read(connection, entries));
            connection.rollback();
            return after - before;
        }
    }

    @Test
    void eachBatchIsOneStatementAndNoCommitOfItsOwn() {
        CuttingDataSource counting = CuttingDataSource.of(database.fresh.dataSource());
        JoiningTaskStore<Connection> counted = TaskDatabase.store(counting, prefix);
        long before = counting.statements();

        counted.enqueue(List.of(Tasks.task("a"), Tasks.inLane("x", "x")));
        List<Claimed> claimed = Tasks.claim(counted, 10);
        counted.finish(
                claimed.stream().map(one -> Tasks.finish(one, Tasks.done())).toList());

        assertThat(counting.statements() - before).isEqualTo(3);
        assertThat(counting.commits()).isZero();
    }

    @Test
    void aTaskOfALaneIsNotEndedWhereItsSuccessorCouldNotBeSeen() throws Exception {
        store.enqueue(List.of(Tasks.inLane("x1", "x")));
        Claimed claimed = Tasks.claim(store, 1).get(0);
        try (Connection transaction = database.begin()) {
            transaction.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            TaskStore joined = store.join(transaction);

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> joined.finish(List.of(Tasks.finish(claimed, Tasks.done()))))
                    .withMessageContaining("READ COMMITTED");
            transaction.rollback();
        }
        assertThat(store.finish(List.of(Tasks.finish(claimed, Tasks.done())))).containsExactly(true);
    }

    @Test
    void aPoolWithAnotherIsolationLevelChangesNothing_alsoForLanes() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.fresh.dataSource());
        config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            JoiningTaskStore<Connection> strict = TaskDatabase.store(pool, prefix);
            strict.enqueue(List.of(Tasks.inLane("x1", "x"), Tasks.inLane("x2", "x"), Tasks.task("a")));
            Claimed head = strict.claim(
                            new ClaimRequest("node-1", Tasks.LONG, 1, List.of(new ClaimRequest.Share(Tasks.QUEUE, 1))))
                    .get(0);

            assertThat(strict.finish(List.of(Tasks.finish(head, Tasks.done())))).containsExactly(true);

            assertThat(Tasks.ids(Tasks.claim(strict, 10))).containsExactlyInAnyOrder("x2", "a");
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            }
        }
    }

    @Test
    void anotherNodeHearsOfNewWork_andNotOfWhatIsRolledBack() throws Exception {
        JoiningTaskStore<Connection> other = TaskDatabase.store(database.pool, prefix);
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        try (TaskStore.Subscription listening = other.onWork(heard::add)) {
            assertThat(listening).isNotNull();
            try (Connection transaction = database.begin()) {
                store.join(transaction).enqueue(List.of(Tasks.task("never")));
                transaction.rollback();
            }
            // What is said before the other listens is lost, so it is said again.
            int[] number = {0};
            Together.await("the other node heard", () -> {
                store.enqueue(List.of(Tasks.task("a" + number[0]++)));
                return heard.contains(Tasks.QUEUE);
            });
        }
        assertThat(heard).containsOnly(Tasks.QUEUE);
    }

    @Test
    void whatWasAcknowledgedSurvivesAKilledServer() {
        try (PostgresServer server = PostgresServer.start();
                FreshDatabase fresh = server.freshDatabase()) {
            JdbcStores.of(fresh.dataSource()).schema().apply();
            JoiningTaskStore<Connection> own = JdbcStores.of(fresh.dataSource()).tasks();
            own.enqueue(List.of(Tasks.task("a"), Tasks.task("b")));
            Claimed claimed = Tasks.claim(own, 1).get(0);

            server.kill();
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> own.finish(List.of(Tasks.finish(claimed, Tasks.done()))))
                    .extracting(e -> e.classification().kind())
                    .isEqualTo(FailureKind.TRANSIENT);
            server.restart();

            assertThat(own.finish(List.of(Tasks.finish(claimed, Tasks.done())))).containsExactly(true);
            assertThat(Tasks.stateOf(own, "a")).isEqualTo(TaskState.DONE);
            assertThat(Tasks.ids(Tasks.claim(own, 10))).containsExactly("b");
        }
    }
}
