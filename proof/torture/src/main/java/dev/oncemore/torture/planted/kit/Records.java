package dev.oncemore.torture.planted.kit;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.redis.RedisRecordStore;
import dev.oncemore.redis.RedisSettings;
import dev.oncemore.testkit.once.RecordStoreConformance;
import dev.oncemore.testkit.server.RedisServer;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The verbs of records, on each store. */
public final class Records {
    private Records() {}

    /** In memory, in virtual time. */
    public static final class InMemory extends RecordStoreConformance {
        private final VirtualTime time = new VirtualTime();

        @Override
        protected RecordStore openStore() {
            return new InMemoryRecordStore(time, () -> Instant.EPOCH.plus(time.elapsed()), 1_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }

    /** On PostgreSQL. */
    public static final class OnPostgres extends RecordStoreConformance {
        @RegisterExtension
        final SqlTables tables = new SqlTables(SqlTables.POSTGRES);

        @Override
        protected RecordStore openStore() {
            return tables.records();
        }
    }

    /** On MariaDB. */
    public static final class OnMariaDb extends RecordStoreConformance {
        @RegisterExtension
        final SqlTables tables = new SqlTables(SqlTables.MARIADB);

        @Override
        protected RecordStore openStore() {
            return tables.records();
        }
    }

    /** On SQLite. */
    public static final class OnSqlite extends RecordStoreConformance {
        @RegisterExtension
        final SqlTables tables = new SqlTables(SqlTables.SQLITE);

        @Override
        protected RecordStore openStore() {
            return tables.records();
        }
    }

    /** On Redis. */
    public static final class OnRedis extends RecordStoreConformance {
        private final RedisRecordStore store = redis();

        @Override
        protected RecordStore openStore() {
            return store;
        }

        @AfterEach
        void close() {
            store.close();
        }
    }

    /** A store for one test on the shared server. */
    static RedisRecordStore redis() {
        return RedisRecordStore.at(
                RedisServer.shared().uri().toString(),
                RedisSettings.standard().prefix(RedisServer.shared().freshPrefix()));
    }
}
