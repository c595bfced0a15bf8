package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.testkit.task.TaskIsolationConformance;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The conformance of joined transactions at one isolation level, over JDBC. */
abstract class IsolationLevel extends TaskIsolationConformance<Connection> {
    private final int level;
    private @Nullable String prefix;

    IsolationLevel(int level) {
        this.level = level;
    }

    abstract TaskDatabase database();

    @Override
    protected JoiningTaskStore<Connection> openStore() {
        prefix = database().newTables();
        return TaskDatabase.store(database().pool, prefix);
    }

    @Override
    protected Connection begin() throws SQLException {
        Connection connection = database().begin();
        connection.setTransactionIsolation(level);
        return connection;
    }

    @Override
    protected void takeSnapshot(Connection transaction) throws SQLException {
        execute(transaction, "select count(*) from " + prefix + "schema_history");
    }

    final void lockForWriting(Connection transaction) throws SQLException {
        execute(transaction, "update " + prefix + "schema_history set version = version where version = -1");
    }

    private static void execute(Connection transaction, String sql) throws SQLException {
        try (Statement statement = transaction.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    protected void commit(Connection transaction) throws SQLException {
        transaction.commit();
        transaction.close();
    }

    @Override
    protected void rollback(Connection transaction) throws SQLException {
        transaction.rollback();
        transaction.close();
    }
}
