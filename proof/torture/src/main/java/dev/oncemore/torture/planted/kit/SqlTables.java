package dev.oncemore.torture.planted.kit;

import dev.oncemore.jdbc.internal.record.JdbcRecordStore;
import dev.oncemore.jdbc.JdbcSchema;
import dev.oncemore.jdbc.internal.task.JdbcTaskStore;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.time.Duration;
import javax.sql.DataSource;

/** Oncemore's tables in a database of one test's own, as the loaded code makes them. */
final class SqlTables implements AutoCloseable {
    static final Server POSTGRES = () -> PostgresServer.shared().freshDatabase();
    static final Server MARIADB = () -> MariaDbServer.shared().freshDatabase();
    static final Server SQLITE = Sqlite::freshDatabase;

    private static final int CONNECTIONS = 8;

    private final FreshDatabase database;
    private final DataSource pool;

    /** Where databases come from; it runs already, or starts now and serves every other test, too. */
    @FunctionalInterface
    interface Server {
        FreshDatabase fresh();
    }

    SqlTables(Server server) {
        database = server.fresh();
        pool = database.pooled(CONNECTIONS);
        JdbcSchema.of(pool).apply();
    }

    /** A store that forgets at once, because tests do not wait for a day. */
    JdbcRecordStore records() {
        return JdbcRecordStore.builder(pool).tombstone(Duration.ZERO).build();
    }

    JdbcTaskStore tasks() {
        return JdbcTaskStore.builder(pool).build();
    }

    @Override
    public void close() {
        database.close();
    }
}
