package dev.oncemore.jdbc.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import dev.oncemore.time.VirtualThreads;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
import org.sqlite.SQLiteDataSource;

class SqliteWritesTest {
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final SqliteWrites writes = SqliteWrites.on(database.dataSource());
    private final Set<Connection> used = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void table() throws SQLException {
        try (Connection connection = connection()) {
            execute(connection, "CREATE TABLE parent (id INTEGER PRIMARY KEY)");
            execute(connection, """
                    CREATE TABLE t (
                        id INTEGER PRIMARY KEY,
                        parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)
                    """);
        }
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void writesThatWaitedTogetherCommitTogether_exceptThoseThatFailed() throws Exception {
        List<String> ends = together(
                insert("INSERT INTO t VALUES (1, NULL)"),
                connection -> {
                    used.add(connection);
                    execute(connection, "INSERT INTO t VALUES (2, NULL)");
                    throw new IllegalStateException("not like this");
                },
                insert("INSERT INTO t VALUES (3, NULL)"));

        assertThat(ends).containsExactly("done", "not like this", "done");
        assertThat(ids()).containsExactly(1L, 3L);
        assertThat(used).as("one transaction").hasSize(1);
    }

    @Test
    void whenTheCommitFailsAllAreTold() throws Exception {
        List<String> ends = together(
                insert("INSERT INTO t VALUES (1, NULL)"),
                insert("INSERT INTO t VALUES (2, 99)"), // whose parent must be there at the commit
                insert("INSERT INTO t VALUES (3, NULL)"));

        assertThat(ends).allMatch(end -> end.contains("FOREIGN KEY"));
        assertThat(ids()).isEmpty();
        assertTheNextOneWorks();
    }

    @Test
    void whenSqliteUndoesEverythingAllAreTold() throws Exception {
        List<String> ends = together(
                insert("INSERT INTO t VALUES (1, NULL)"),
                insert("INSERT OR ROLLBACK INTO t VALUES (1, NULL)"),
                insert("INSERT INTO t VALUES (3, NULL)"));

        assertThat(ends).as("all for the reason of the one").allMatch(end -> end.contains("UNIQUE"));
        assertThat(ids()).isEmpty();
        assertTheNextOneWorks();
    }

    @Test
    void aConnectionOfNoUseIsItsOwnersTrouble() throws Exception {
        List<String> ends = together(
                List.of(true, false),
                List.of(insert("INSERT INTO t VALUES (1, NULL)"), insert("INSERT INTO t VALUES (2, NULL)")));

        assertThat(ends.get(0)).containsIgnoringCase("closed");
        assertThat(ends.get(1)).isEqualTo("done");
        assertThat(ids()).containsExactly(2L);
    }

    @Test
    void noVirtualThreadWaitsForTheDisk() {
        Executor virtual = VirtualThreads.executor().orElse(null);
        assumeTrue(virtual != null, "a JDK without virtual threads");
        FutureTask<String> written = new FutureTask<>(
                () -> written(false, c -> Thread.currentThread().getName()));

        virtual.execute(written);

        assertThat(Together.result(written)).isEqualTo("oncemore-sqlite");
    }

    @Test
    void aLessDurableConnectionCommitsOnItsOwn() {
        SQLiteDataSource sloppy = new SQLiteDataSource();
        sloppy.setUrl(database.url().replace("synchronous=FULL", "synchronous=OFF"));

        assertThat(SqliteWrites.on(sloppy)).isNotSameAs(writes);
        assertThat(SqliteWrites.on(database.dataSource())).isSameAs(writes);
    }

    private SqlWork<String> insert(String sql) {
        return connection -> {
            used.add(connection);
            execute(connection, sql);
            return "done";
        };
    }

    private List<String> together(SqlWork<String> one, SqlWork<String> two, SqlWork<String> three) {
        return together(List.of(false, false, false), List.of(one, two, three));
    }

    /**
     * What became of these, which come one after the other while somebody else has the turn.
     *
     * @param areClosed whose connection is closed already
     */
    private List<String> together(List<Boolean> areClosed, List<SqlWork<String>> works) {
        CountDownLatch hasTurn = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        FutureTask<String> holder = new FutureTask<>(() -> written(false, connection -> {
            hasTurn.countDown();
            Together.await(end);
            return "done";
        }));
        new Thread(holder).start();
        Together.await(hasTurn);
        List<FutureTask<String>> waiting = new ArrayList<>();
        for (int i = 0; i < works.size(); i++) {
            boolean isClosed = areClosed.get(i);
            SqlWork<String> work = works.get(i);
            FutureTask<String> task = new FutureTask<>(() -> written(isClosed, work));
            Thread thread = new Thread(task);
            thread.start();
            Together.await("it waits for its turn", () -> thread.getState() == Thread.State.WAITING);
            waiting.add(task);
        }
        end.countDown();
        assertThat(Together.result(holder)).isEqualTo("done");
        List<String> ends = new ArrayList<>();
        for (FutureTask<String> task : waiting) {
            ends.add(Together.result(task));
        }
        return ends;
    }

    private String written(boolean isClosed, SqlWork<String> work) throws SQLException {
        try (Connection connection = isClosed ? closed() : connection()) {
            return writes.write(connection, Mode.OWN, work);
        } catch (SQLException | IllegalStateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void assertTheNextOneWorks() throws SQLException {
        assertThat(written(false, insert("INSERT INTO t VALUES (7, NULL)"))).isEqualTo("done");
        assertThat(ids()).containsExactly(7L);
    }

    private Connection closed() throws SQLException {
        Connection connection = connection();
        connection.close();
        return connection;
    }

    private Connection connection() throws SQLException {
        Connection connection = database.dataSource().getConnection();
        execute(connection, "PRAGMA foreign_keys = ON");
        return connection;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<Long> ids() throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM t ORDER BY id")) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
