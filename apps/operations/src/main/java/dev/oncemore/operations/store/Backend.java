package dev.oncemore.operations.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.SchemaScripts;
import dev.oncemore.jdbc.query.RecordQueries;
import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.task.store.JoiningTaskStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;

/** An open store: one pool of connections, and everything that lives in it. */
public final class Backend implements AutoCloseable {
    private static final int CONNECTIONS = 12;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final String USER = "ONCEMORE_STORE_USER";
    private static final String PASSWORD = "ONCEMORE_STORE_PASSWORD";

    private final HikariDataSource pool;
    private final StoreUrl url;
    private final JdbcStores stores;

    private Backend(StoreUrl url, HikariDataSource pool) {
        this.url = url;
        this.pool = pool;
        this.stores = JdbcStores.of(pool);
        stores.schema().and(SchemaScripts.of("server", Backend.class)).apply();
    }

    /**
     * Opens it, and makes its tables when they are missing.
     *
     * @param environment where the user and the password may be, so that they need not be in the URL
     */
    public static Backend open(StoreUrl url, Map<String, String> environment) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("oncemore");
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(CONNECT_TIMEOUT.toMillis());
        config.setJdbcUrl(url.jdbc());
        Path file = url.file();
        if (file != null) {
            makeFolder(file);
            // The promises of the stores need these; a reader never waits for a writer then.
            config.addDataSourceProperty("journal_mode", "WAL");
            config.addDataSourceProperty("synchronous", "FULL");
            config.addDataSourceProperty("busy_timeout", "10000");
        }
        if (environment.containsKey(USER)) {
            config.setUsername(environment.get(USER));
            config.setPassword(environment.get(PASSWORD));
        }
        HikariDataSource pool;
        try {
            pool = new HikariDataSource(config);
        } catch (PoolInitializationException e) {
            throw new OncemoreException(
                    "no connection to the store " + url + ": is it running, and are the name and password right? "
                            + StoreUrl.masked(String.valueOf(e.getMessage())),
                    e);
        }
        try {
            return new Backend(url, pool);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static void makeFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        try {
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new OncemoreException(
                    "the folder " + folder + " for the store cannot be made; choose another with --data", e);
        }
    }

    /** Where it is, as it may be shown. */
    public StoreUrl url() {
        return url;
    }

    /** Its connections. */
    public DataSource dataSource() {
        return pool;
    }

    /** Its transactions. */
    public Transactions transactions() {
        return Transactions.on(pool);
    }

    /** What happened once. */
    public JoiningStore<Connection> records() {
        return stores.records();
    }

    /** What is to be done. */
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
