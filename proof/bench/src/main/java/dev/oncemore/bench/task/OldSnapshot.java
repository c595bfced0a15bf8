package dev.oncemore.bench.task;

import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.Callable;
import javax.sql.DataSource;

/** A transaction that stays open and may read everything as it was: nothing that was deleted since can be cleaned up. */
final class OldSnapshot {
    private OldSnapshot() {}

    /** Does something while there is one. */
    static <T> T during(DataSource dataSource, Callable<T> deed) throws Exception {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            statement.execute("SELECT 1");
            T result = deed.call();
            connection.rollback();
            return result;
        }
    }
}
