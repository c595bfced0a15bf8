package dev.oncemore.torture.nemesis;

import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.redis.RedisRecordStore;
import dev.oncemore.redis.RedisSettings;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.RedisServer;
import dev.oncemore.testkit.server.Sqlite;
import dev.oncemore.torture.nemesis.node.StoreAddress;
import dev.oncemore.torture.nemesis.node.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A real store that all nodes share, with a fault-free connection for the auditor.
 *
 * @param address its address for nodes
 * @param records its records
 * @param sql the parts that only a SQL database has
 * @param closing closes it
 */
record SharedStore(StoreAddress address, RecordStore records, Optional<Sql> sql, Runnable closing)
        implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 4;
    private static final String LEDGER =
            "create table " + Workload.LEDGER + " (entry varchar(100) not null, amount varchar(200) not null)";

    /**
     * The parts of a SQL database beside records.
     *
     * @param dataSource its connections
     * @param tasks its tasks
     */
    record Sql(DataSource dataSource, JoiningTaskStore<Connection> tasks) {}

    /** Opens a new, empty store on the server of this name. */
    static SharedStore open(String name) {
        return switch (name) {
            case "postgres" -> sql(PostgresServer.shared().freshDatabase());
            case "mariadb" -> sql(MariaDbServer.shared().freshDatabase());
            case "sqlite" -> sql(Sqlite.freshDatabase());
            case "redis" -> redis(RedisServer.shared());
            default -> throw new IllegalArgumentException("unknown store '" + name + "'");
        };
    }

    private static SharedStore sql(FreshDatabase database) {
        JdbcStores.of(database.dataSource()).schema().apply();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(LEDGER);
        } catch (SQLException e) {
            throw new OncemoreException("the ledger's table could not be created", e);
        }
        DataSource pool = database.pooled(CONNECTIONS_MAX);
        return new SharedStore(
                StoreAddress.sql(database.url(), database.user(), database.password()),
                JdbcStores.of(pool).records(),
                Optional.of(new Sql(pool, JdbcStores.of(pool).tasks())),
                database::close);
    }

    private static SharedStore redis(RedisServer server) {
        String prefix = server.freshPrefix();
        RedisRecordStore store = RedisRecordStore.at(
                server.uri().toString(), RedisSettings.standard().prefix(prefix));
        return new SharedStore(
                StoreAddress.redis(server.uri().toString(), prefix), store, Optional.empty(), store::close);
    }

    @Override
    public void close() {
        closing.run();
    }
}
