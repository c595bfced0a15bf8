package dev.oncemore.operations.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import com.zaxxer.hikari.util.DriverDataSource;
import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcSchema;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.SchemaScripts;
import dev.oncemore.jdbc.query.RecordQueries;
import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.task.store.JoiningTaskStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** An open store: one pool of connections, and everything that lives in it. */
public final class Backend implements AutoCloseable {
    private static final SchemaScripts SCHEMA = SchemaScripts.of("operations", Backend.class);
    /** The connections of the pool. */
    public static final int CONNECTIONS = 12;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final String USER = "ONCEMORE_STORE_USER";
    private static final String PASSWORD = "ONCEMORE_STORE_PASSWORD";

    private final HikariDataSource pool;
    private final StoreUrl url;
    private final JdbcStores stores;

    private Backend(StoreUrl url, HikariDataSource pool, List<SchemaScripts> sets) {
        this.url = url;
        this.pool = pool;
        this.stores = JdbcStores.of(pool);
        JdbcSchema schema = stores.schema().and(SCHEMA);
        for (SchemaScripts set : sets) {
            schema = schema.and(set);
        }
        schema.apply();
    }

    /** Opens a store with the tables of records, tasks and operations. */
    public static Backend open(StoreUrl url, Map<String, String> environment) {
        return open(url, environment, List.of());
    }

    /**
     * Opens a store, and creates or upgrades its tables.
     *
     * @param environment where the user and the password may be, so that they need not be in the URL
     * @param sets the tables of other modules
     */
    public static Backend open(StoreUrl url, Map<String, String> environment, List<SchemaScripts> sets) {
        return open(url, environment, sets, null);
    }

    /**
     * As above, on connections that are wrapped: by a test that cuts them, or by a tracer.
     *
     * @param wrapping null for none
     */
    public static Backend open(
            StoreUrl url,
            Map<String, String> environment,
            List<SchemaScripts> sets,
            @Nullable UnaryOperator<DataSource> wrapping) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("oncemore");
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(CONNECT_TIMEOUT.toMillis());
        config.setJdbcUrl(url.jdbc());
        Path file = url.file();
        if (file != null) {
            PrivateFiles.prepareStore(file);
            // The promises of the stores need these; a reader never waits for a writer then.
            config.addDataSourceProperty("journal_mode", "WAL");
            config.addDataSourceProperty("synchronous", "FULL");
            config.addDataSourceProperty("busy_timeout", "10000");
            // The driver would ask for the last row id after each insert, with a statement that it parses each time.
            config.addDataSourceProperty("jdbc.get_generated_keys", "false");
        } else {
            // Enough for all that is done here, and MariaDB has another default: an act must see what others have
            // committed.
            config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        }
        if (environment.containsKey(USER)) {
            config.setUsername(environment.get(USER));
            config.setPassword(environment.get(PASSWORD));
        }
        if (wrapping != null) {
            config.setDataSource(wrapping.apply(new DriverDataSource(
                    url.jdbc(), null, config.getDataSourceProperties(), config.getUsername(), config.getPassword())));
        }
        HikariDataSource pool;
        try {
            pool = new HikariDataSource(config);
        } catch (PoolInitializationException e) {
            throw new OncemoreException(
                    "cannot connect to the store " + url + ": is it running, and are the name and password right? "
                            + StoreUrl.masked(String.valueOf(e.getMessage())),
                    e);
        }
        try {
            return new Backend(url, pool, sets);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** Its URL, without secrets. */
    public StoreUrl url() {
        return url;
    }

    /** Its database, for tables of other modules. */
    public Database database() {
        return stores.database();
    }

    /** The records. */
    public JoiningStore<Connection> records() {
        return stores.records();
    }

    /** The tasks. */
    public JoiningTaskStore<Connection> tasks() {
        return stores.tasks();
    }

    /** Read-only questions about records. */
    public RecordQueries recordQueries() {
        return stores.recordQueries();
    }

    /** Read-only questions about tasks. */
    public TaskQueries taskQueries() {
        return stores.taskQueries();
    }

    @Override
    public void close() {
        pool.close();
    }
}
