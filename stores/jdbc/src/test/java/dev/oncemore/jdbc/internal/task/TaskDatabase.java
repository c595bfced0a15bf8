package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.testkit.server.FreshDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A database for all tests of a class, where each test has tables of its own. */
final class TaskDatabase implements AutoCloseable {
    private static final int CONNECTIONS = 24;

    final FreshDatabase fresh;
    final DataSource pool;
    private final AtomicInteger tests = new AtomicInteger();

    TaskDatabase(FreshDatabase fresh) {
        this.fresh = fresh;
        pool = fresh.pooled(CONNECTIONS);
    }

    /** The tables of another test. */
    String newTables() {
        String prefix = "t" + tests.incrementAndGet() + "_";
        JdbcStores.builder(pool).tablePrefix(prefix).build().schema().apply();
        return prefix;
    }

    /** A store on tables of its own. */
    JoiningTaskStore<Connection> newStore() {
        return store(pool, newTables());
    }

    static JoiningTaskStore<Connection> store(DataSource dataSource, String prefix) {
        return JdbcStores.builder(dataSource).tablePrefix(prefix).build().tasks();
    }

    static TaskQueries queries(DataSource dataSource, String prefix) {
        return JdbcStores.builder(dataSource).tablePrefix(prefix).build().taskQueries();
    }

    Connection begin() throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    void execute(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** The first column of the first row; 0 for null. */
    long number(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    @Override
    public void close() {
        fresh.close();
    }
}
