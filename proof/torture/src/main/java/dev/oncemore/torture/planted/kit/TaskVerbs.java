package dev.oncemore.torture.planted.kit;

import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.task.TaskStoreConformance;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;

/** The verbs of tasks, on each store. */
public final class TaskVerbs {
    private TaskVerbs() {}

    /** In memory, in virtual time. */
    public static final class InMemory extends TaskStoreConformance {
        private final VirtualTime time = new VirtualTime();

        @Override
        protected TaskStore openStore() {
            return new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }

    /** On PostgreSQL. */
    public static final class OnPostgres extends OnSql {
        OnPostgres() {
            super(SqlTables.POSTGRES);
        }
    }

    /** On MariaDB. */
    public static final class OnMariaDb extends OnSql {
        OnMariaDb() {
            super(SqlTables.MARIADB);
        }
    }

    /** On SQLite. */
    public static final class OnSqlite extends OnSql {
        OnSqlite() {
            super(SqlTables.SQLITE);
        }
    }

    abstract static class OnSql extends TaskStoreConformance {
        private final SqlTables tables;

        OnSql(SqlTables.Server server) {
            tables = new SqlTables(server);
        }

        @Override
        protected TaskStore openStore() {
            return tables.tasks();
        }

        @AfterEach
        void close() {
            tables.close();
        }
    }
}
