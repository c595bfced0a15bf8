package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.batch.BatchTransactions;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.testkit.task.BatchConformance;
import java.sql.Connection;

/** The conformance of batches, over JDBC. */
abstract class JdbcBatches extends BatchConformance<Connection> {

    abstract TaskDatabase database();

    @Override
    protected JoiningTaskStore<Connection> openStore() {
        return database().newStore();
    }

    @Override
    protected BatchTransactions<Connection> transactions() {
        return dev.oncemore.jdbc.transaction.Transactions.on(database().pool).forBatches();
    }
}
