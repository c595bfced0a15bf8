package dev.oncemore.torture.planted.kit;

import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.VirtualTime;
import dev.oncemore.testkit.task.LaneConformance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;

/** The order of lanes, in memory and on a database. */
public final class Lanes {
    private Lanes() {}

    /** In memory, in virtual time. */
    public static final class InMemory extends LaneConformance {
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

    /** On SQLite. */
    public static final class OnSqlite extends LaneConformance {
        private final SqlTables tables = new SqlTables(SqlTables.SQLITE);

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
