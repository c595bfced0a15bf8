package dev.oncemore.torture.planted.kit;

import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.task.TaskStoreConformance;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.extension.RegisterExtension;

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
    public static final class OnPostgres extends TaskStoreConformance {
        @RegisterExtension
        final SqlTables tables = new SqlTables(SqlTables.POSTGRES);

        @Override
        protected TaskStore openStore() {
            return tables.tasks();
        }
    }

    /** On MariaDB. */
    public static final class OnMariaDb extends TaskStoreConformance {
        @RegisterExtension
        final SqlTables tables = new SqlTables(SqlTables.MARIADB);

        @Override
        protected TaskStore openStore() {
            return tables.tasks();
        }
    }

    /** On SQLite. */
    public static final class OnSqlite extends TaskStoreConformance {
        @RegisterExtension
        final SqlTables tables = new SqlTables(SqlTables.SQLITE);

        @Override
        protected TaskStore openStore() {
            return tables.tasks();
        }
    }
}
