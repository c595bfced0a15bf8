package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.DelegatingDataSource;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which connection hears of the tasks of other nodes. */
class PostgresListenTest {
    private FreshDatabase database;
    private HikariDataSource poolOfOne;

    @BeforeEach
    void open() {
        database = PostgresServer.shared().freshDatabase();
        JdbcStores.of(database.dataSource()).schema().apply();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(5_000);
        poolOfOne = new HikariDataSource(config);
    }

    @AfterEach
    void close() {
        poolOfOne.close();
        database.close();
    }

    private long listeners() {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from pg_stat_activity"
                        + " where datname = current_database() and query in ('LISTEN oncemore_task', 'SELECT 1')"
                        + " and pid <> pg_backend_pid()")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Enqueues on another node until this one hears of it. */
    private void awaitWord(TaskStore listener) {
        TaskStore other = JdbcStores.of(database.dataSource()).tasks();
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger number = new AtomicInteger();
        try (TaskStore.Subscription listening = listener.onWork(heard::add)) {
            assertThat(listening).isNotNull();
            Together.await("the node heard", () -> {
                other.enqueue(List.of(Tasks.task("a" + number.incrementAndGet())));
                assertThat(listener.now())
                        .as("the pool has a connection to give")
                        .isNotNull();
                return heard.contains(Tasks.QUEUE);
            });
        }
    }

    @Test
    void theEndOfATaskElsewhereIsHeard_ifItWasAskedFor() {
        TaskStore waiter = JdbcStores.of(database.dataSource()).tasks();
        TaskStore worker = JdbcStores.of(poolOfOne).tasks();
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger number = new AtomicInteger();
        try (TaskStore.Subscription waiting = waiter.onEnd(ended -> heard.add(ended.id()));
                TaskStore.Subscription working = worker.onWork(queue -> {})) {
            assertThat(waiting).isNotNull();
            assertThat(working).isNotNull();
            Together.await("the waiter heard", () -> {
                int round = number.incrementAndGet();
                waiter.requestEnd("asked" + round);
                // The task of an earlier round: the request for it has arrived by now, sooner or later.
                end(worker, "asked" + (round - 1));
                end(worker, "other" + round);
                return !heard.isEmpty();
            });
        }
        assertThat(heard).allMatch(id -> id.startsWith("asked"));
    }

    private static void end(TaskStore worker, String id) {
        worker.enqueue(List.of(Tasks.task(id)));
        ClaimRequest next =
                new ClaimRequest("worker", Duration.ofMinutes(1), 1, List.of(new ClaimRequest.Share(Tasks.QUEUE, 1)));
        worker.claim(next)
                .forEach(claimed -> worker.finish(
                        List.of(new TaskFinish(claimed.task().id(), claimed.fence(), new End.Done(null)))));
    }

    @Test
    void itIsNotOneOfThePool() {
        awaitWord(JdbcStores.of(poolOfOne).tasks());
    }

    @Test
    void itIsOneOfTheDataSourceThatIsNamed() {
        DataSource direct = database.pooled(1);

        awaitWord(JdbcStores.builder(poolOfOne).listenOn(direct).build().tasks());
    }

    @Test
    void itIsOneOfThePool_ifThePoolDoesNotSayWhereItConnectsTo() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setMaximumPoolSize(2);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            awaitWord(JdbcStores.of(pool).tasks());
        }
    }

    /** A pool that tells where it connects to, but not how it logs in. */
    public static final class PoolWithoutLogin extends DelegatingDataSource {
        private final String url;

        PoolWithoutLogin(DataSource pool, String url) {
            super(pool);
            this.url = url;
        }

        /** Read by the store. */
        public String getUrl() {
            return url;
        }

        /** Read by the store. */
        public String getUsername() {
            return "nobody-of-this-name";
        }
    }

    @Test
    void itIsOneOfThePool_ifItsOwnCannotLogIn() {
        awaitWord(JdbcStores.of(new PoolWithoutLogin(database.pooled(2), database.url()))
                .tasks());
    }

    /** Fails with an error, as a class that cannot be loaded does, the first time that a thread of this name connects. */
    private static final class FailingOnce extends DelegatingDataSource {
        private final String thread;
        private final AtomicBoolean hasFailed = new AtomicBoolean();

        FailingOnce(DataSource target, String thread) {
            super(target);
            this.thread = thread;
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (Thread.currentThread().getName().startsWith(thread) && hasFailed.compareAndSet(false, true)) {
                throw new NoClassDefFoundError("planned by the test");
            }
            return super.getConnection();
        }
    }

    @Test
    void anErrorDoesNotEndIt() {
        FailingOnce direct = new FailingOnce(database.pooled(1), "oncemore-listen");

        awaitWord(JdbcStores.builder(poolOfOne).listenOn(direct).build().tasks());

        assertThat(direct.hasFailed).isTrue();
    }

    @Test
    void anErrorOfAnAnnouncementDoesNotSilenceTheNext() {
        FailingOnce failing = new FailingOnce(database.pooled(2), "oncemore-announce");
        JoiningTaskStore<Connection> sender =
                JdbcStores.builder(failing).withoutListen().build().tasks();
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        try (TaskStore.Subscription listening = JdbcStores.of(poolOfOne).tasks().onWork(heard::add)) {
            assertThat(listening).isNotNull();
            Together.await("the node heard", () -> {
                sender.announce(List.of(Tasks.QUEUE));
                return failing.hasFailed.get() && heard.contains(Tasks.QUEUE);
            });
        }
    }

    @Test
    void thereIsNone_ifItIsSwitchedOff() {
        Set<Thread> before = Thread.getAllStackTraces().keySet(); // of tests whose listeners are about to end
        TaskStore store = JdbcStores.builder(poolOfOne).withoutListen().build().tasks();
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        try (TaskStore.Subscription listening = store.onWork(heard::add)) {
            assertThat(listening).isNotNull();
            store.enqueue(List.of(Tasks.task("a")));

            assertThat(heard).as("work of this process").containsExactly(Tasks.QUEUE);
            assertThat(listeners()).isZero();
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> !before.contains(thread))
                    .extracting(Thread::getName)
                    .doesNotContain("oncemore-listen-oncemore_task");
        }
    }

    @Test
    void aClosedPoolIsNamed_andNotTriedAgain() {
        TaskStore store = JdbcStores.of(poolOfOne).tasks();
        poolOfOne.close();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.enqueue(List.of(Tasks.task("a"))))
                .withMessageContaining("data source is closed; close workers")
                .extracting(failure -> failure.classification().kind())
                .isEqualTo(FailureKind.PERMANENT);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> dev.oncemore.task.Tasks.on(store).start())
                .withMessageContaining("data source is closed");
    }

    @Test
    void workersDoNotStartWithoutTables() {
        TaskStore store =
                JdbcStores.builder(poolOfOne).tablePrefix("none_").build().tasks();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> dev.oncemore.task.Tasks.on(store).start())
                .withMessageContaining("schema().apply()");
    }
}
