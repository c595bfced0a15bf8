package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import dev.oncemore.testkit.task.SagaConformance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** Sagas, on every database. */
class SagaConformanceTest {

    @Nested
    class OnPostgres extends JdbcSagas {
        @Override
        FreshDatabase fresh() {
            return PostgresServer.shared().freshDatabase();
        }
    }

    @Nested
    class OnMariaDb extends JdbcSagas {
        @Override
        FreshDatabase fresh() {
            return MariaDbServer.shared().freshDatabase();
        }
    }

    @Nested
    class OnSqlite extends JdbcSagas {
        @Override
        FreshDatabase fresh() {
            return Sqlite.freshDatabase();
        }
    }

    abstract static class JdbcSagas extends SagaConformance {
        private TaskDatabase database;
        private String prefix;

        abstract FreshDatabase fresh();

        @Override
        protected TaskStore openTaskStore() {
            database = new TaskDatabase(fresh());
            prefix = database.newTables();
            return TaskDatabase.store(database.pool, prefix);
        }

        @Override
        protected RecordStore openRecordStore() {
            return JdbcStores.builder(database.pool).tablePrefix(prefix).build().records();
        }

        @AfterEach
        void close() {
            database.close();
        }
    }
}
