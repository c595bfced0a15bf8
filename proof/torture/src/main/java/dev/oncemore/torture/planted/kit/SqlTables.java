package dev.oncemore.torture.planted.kit;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A JUnit extension with Oncemore's tables in a database for one test, as the loaded code creates them. */
final class SqlTables implements AfterEachCallback {
    static final Server POSTGRES = () -> PostgresServer.shared().freshDatabase();
    static final Server MARIADB = () -> MariaDbServer.shared().freshDatabase();
    static final Server SQLITE = Sqlite::freshDatabase;

    private static final int CONNECTIONS = 8;

    private final FreshDatabase database;
    private final DataSource pool;

    /** The shared database server, which is started on first use. */
    @FunctionalInterface
    interface Server {
        FreshDatabase fresh();
    }

    SqlTables(Server server) {
        database = server.fresh();
        pool = database.pooled(CONNECTIONS);
        JdbcStores.of(pool).schema().apply();
    }

    /** A store with the shortest retention, because tests do not wait for a day. */
    JoiningStore<Connection> records() {
        return JdbcStores.builder(pool).tombstone(Duration.ZERO).build().records();
    }

    JoiningTaskStore<Connection> tasks() {
        return JdbcStores.builder(pool).build().tasks();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        database.close();
    }
}
