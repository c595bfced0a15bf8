package dev.oncemore.testkit.server;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * An empty database for one test. Closing it closes its pools and drops it; otherwise it is deleted with its server.
 *
 * <pre>{@code
 * try (FreshDatabase database = PostgresServer.shared().freshDatabase();
 *         Connection connection = database.dataSource().getConnection()) {
 *     connection.createStatement().execute("create table invoice (number text primary key)");
 * }
 * }</pre>
 */
public final class FreshDatabase implements AutoCloseable {
    private final String name;
    private final String url;
    private final String user;
    private final String password;
    private final UrlDataSource dataSource;
    private final Runnable drop;
    private final List<AutoCloseable> pools = new ArrayList<>();
    private boolean closed;

    FreshDatabase(String name, String url, String user, String password, Runnable drop) {
        this.name = name;
        this.url = url;
        this.user = user;
        this.password = password;
        this.dataSource = new UrlDataSource(url, user, password);
        this.drop = drop;
    }

    /** Its name on the server; for SQLite, the file's. */
    public String name() {
        return name;
    }

    /** Its JDBC URL, without user and password. */
    public String url() {
        return url;
    }

    /** A user with all privileges; empty for SQLite, which has none. */
    public String user() {
        return user;
    }

    /** The user's password. */
    public String password() {
        return password;
    }

    /** A data source that opens a new connection each time. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** A pool of up to this many connections, which is closed with this database. */
    public DataSource pooled(int connectionsMax) {
        return pooled(dataSource, connectionsMax);
    }

    /** As {@link #pooled(int)}, over a data source that wraps ours, such as {@link CuttingDataSource}. */
    public synchronized DataSource pooled(DataSource wrapping, int connectionsMax) {
        if (closed) {
            throw new IllegalStateException("database " + name + " is closed");
        }
        ArtifactJar.requireClass("com.zaxxer.hikari.HikariDataSource", "com.zaxxer:HikariCP");
        return Pool.open(wrapping, connectionsMax, name, pools);
    }

    /** Closes the pools and drops the database. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (AutoCloseable pool : pools) {
            Pool.close(pool);
        }
        drop.run();
    }

    @Override
    public String toString() {
        return url;
    }

    /** A class of its own, because it cannot be loaded without HikariCP. */
    private static final class Pool {
        static DataSource open(DataSource source, int connectionsMax, String name, List<AutoCloseable> pools) {
            HikariConfig config = new HikariConfig();
            config.setDataSource(source);
            config.setPoolName(name);
            config.setMaximumPoolSize(connectionsMax);
            HikariDataSource pool = new HikariDataSource(config);
            pools.add(pool);
            return pool;
        }

        static void close(AutoCloseable pool) {
            ((HikariDataSource) pool).close();
        }
    }
}
