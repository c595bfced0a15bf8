package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.testkit.task.JoiningTaskStoreConformance;
import java.sql.Connection;
import java.sql.SQLException;

/** The conformance of joined transactions, over JDBC. */
abstract class JoinedTasks extends JoiningTaskStoreConformance<Connection> {

    abstract TaskDatabase database();

    @Override
    protected JoiningTaskStore<Connection> openStore() {
        return database().newStore();
    }

    @Override
    protected Connection begin() throws SQLException {
        return database().begin();
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
