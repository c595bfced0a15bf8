package dev.oncemore.bench.task;

import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.Callable;
import javax.sql.DataSource;

/** A transaction that stays open with an old snapshot, so that rows deleted since cannot be cleaned up. */
final class OldSnapshot {
    private OldSnapshot() {}

    /** Runs an action while such a transaction is open. */
    static <T> T during(DataSource dataSource, Callable<T> work) throws Exception {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            statement.execute("SELECT 1");
            T result = work.call();
            connection.rollback();
            return result;
        }
    }
}
