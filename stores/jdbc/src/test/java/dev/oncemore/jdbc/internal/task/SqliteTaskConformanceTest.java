package dev.oncemore.jdbc.internal.task;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Nested;

/** Everything that every store of tasks must do, on SQLite. Its one writer at a time leaves lanes nothing to fight for. */
class SqliteTaskConformanceTest extends TaskConformance {
    @Override
    FreshDatabase fresh() {
        return Sqlite.freshDatabase();
    }

    /** Reads first, so that it has a snapshot when it begins to write. */
    @Nested
    class Deferred extends IsolationLevel {
        Deferred() {
            super(Connection.TRANSACTION_SERIALIZABLE);
        }

        @Override
        TaskDatabase database() {
            return database;
        }
    }

    /** Has the one write lock from its beginning. */
    @Nested
    class Immediate extends IsolationLevel {
        Immediate() {
            super(Connection.TRANSACTION_SERIALIZABLE);
        }

        @Override
        TaskDatabase database() {
            return database;
        }

        @Override
        protected boolean letsOthersWrite() {
            return false;
        }

        @Override
        protected void takeSnapshot(Connection transaction) throws SQLException {
            lockForWriting(transaction);
        }
    }
}
