package dev.oncemore.jdbc.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.jdbc.Database;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import dev.oncemore.time.VirtualThreads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions that wait for their turn without a connection, beside writes that have one. */
class TurnConnectionsTest {
    private static final int TOGETHER_MAX = 64;

    private final FreshDatabase database = Sqlite.freshDatabase();
    private final SqliteWrites writes = SqliteWrites.on(database.dataSource());
    private final Set<Connection> used = ConcurrentHashMap.newKeySet();
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<FutureTask<String>> running = new ArrayList<>();
    private HikariDataSource pool = pool(1);

    @BeforeEach
    void table() throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            update(connection, "CREATE TABLE t (id INTEGER PRIMARY KEY)");
        }
    }

    @AfterEach
    void close() {
        pool.close();
        database.close();
    }

    @Test
    void moreTransactionsThanThePoolHasConnectionsShareOneCommit() throws Exception {
        takeTheTurn();
        for (int id = 0; id < 8; id++) {
            transact(id);
        }
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();

        assertAllEnd();
        assertThat(used).as("one transaction").hasSize(1);
        assertThat(count()).isEqualTo(8);
        assertThatThePoolHasItsConnectionsBack();
    }

    @Test
    void aFailedTransactionIsUndoneAlone() throws Exception {
        takeTheTurn();
        transact(1);
        transact(1);
        transact(2);
        end.countDown();

        assertThat(Together.result(running.get(2))).contains("UNIQUE");
        assertThat(Together.result(running.get(1))).isEqualTo("done");
        assertThat(Together.result(running.get(3))).isEqualTo("done");
        assertThat(count()).isEqualTo(2);
        assertThatThePoolHasItsConnectionsBack();
    }

    @Test
    void aFullBatchBorrowsTheConnectionOfAWriteThatWaitsBehindIt() throws Exception {
        takeTheTurn();
        for (int id = 0; id < TOGETHER_MAX; id++) {
            transact(id);
        }
        start(() -> write(TOGETHER_MAX)); // has the only connection of the pool

        assertAllEnd();
        assertThat(count()).isEqualTo(TOGETHER_MAX + 1);
        assertThatThePoolHasItsConnectionsBack();
    }

    @Test
    void aBatchThatWaitsForThePoolRunsOnTheConnectionOfAWriteThatArrives() throws Exception {
        takeTheTurn();
        transact(1);
        try (Connection only = pool.getConnection()) {
            end.countDown();
            Together.await(
                    "the batch waits for the pool",
                    () -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 1);

            assertThat(writes.write(only, Mode.OWN, insert(2))).isEqualTo("done");
        }

        assertAllEnd();
        assertThat(count()).isEqualTo(2);
        assertThatThePoolHasItsConnectionsBack();
    }

    @Test
    void aPoolWithoutAutoCommitGetsItsConnectionsBackAsTheyWere() throws Exception {
        pool.close();
        HikariConfig config = config(1);
        config.setAutoCommit(false);
        pool = new HikariDataSource(config);
        takeTheTurn();
        transact(1);
        transact(2);

        assertAllEnd();
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    @Test
    void aLongTransactionTakesItsTurn_andBlocksNoVirtualThread() {
        Executor virtual = VirtualThreads.executor().orElse(null);
        assumeTrue(virtual != null, "a JDK without virtual threads");
        Database own = Database.of(database.dataSource());
        RetryPolicy patient = RetryPolicy.named("patient")
                .noAttemptTimeout()
                .deadline(Duration.ofMinutes(2))
                .unlimitedBudget()
                .build();
        FutureTask<String> written = new FutureTask<>(() -> own.transact(
                patient,
                Safety.undeclared(),
                connection -> Thread.currentThread().getName()));

        virtual.execute(written);

        assertThat(Together.result(written)).isEqualTo("oncemore-sqlite");
    }

    private void takeTheTurn() {
        CountDownLatch hasTurn = new CountDownLatch(1);
        FutureTask<String> holder = new FutureTask<>(() -> {
            try (Connection connection = database.dataSource().getConnection()) {
                return writes.write(connection, Mode.OWN, c -> {
                    hasTurn.countDown();
                    Together.await(end);
                    return "done";
                });
            }
        });
        new Thread(holder).start();
        running.add(holder);
        Together.await(hasTurn);
    }

    private void transact(int id) {
        Session.Own session = new Session.Own(pool, pool.isAutoCommit());
        start(() -> writes.transact(session, insert(id)));
    }

    private String write(int id) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return writes.write(connection, Mode.OWN, insert(id));
        }
    }

    private interface Step {
        String run() throws Exception;
    }

    private void start(Step step) {
        FutureTask<String> task = new FutureTask<>(() -> {
            try {
                return step.run();
            } catch (RuntimeException e) {
                return String.valueOf(e.getMessage());
            }
        });
        Thread thread = new Thread(task);
        thread.start();
        Together.await("it waits for its turn", () -> thread.getState() == Thread.State.WAITING);
        running.add(task);
    }

    private SqlWork<String> insert(int id) {
        return connection -> {
            used.add(connection);
            update(connection, "INSERT INTO t VALUES (" + id + ")");
            return "done";
        };
    }

    private void assertAllEnd() {
        end.countDown();
        assertThat(running).allSatisfy(task -> assertThat(Together.result(task)).isEqualTo("done"));
    }

    private void assertThatThePoolHasItsConnectionsBack() {
        Together.await(
                "all connections are back",
                () -> pool.getHikariPoolMXBean().getActiveConnections() == 0
                        && pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 0);
    }

    private long count() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT count(*) FROM t");
                ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getLong(1) : -1;
        }
    }

    private static void update(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.executeUpdate();
        }
    }

    private HikariDataSource pool(int connections) {
        return new HikariDataSource(config(connections));
    }

    private HikariConfig config(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setMaximumPoolSize(connections);
        return config;
    }
}
