package dev.oncemore.torture.nemesis.node;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.testkit.server.CuttingDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A node's connections: a small pool, over connections that can be cut, over those of the driver. */
final class NodeConnections implements DataSource {
    private static final int CONNECTIONS_MAX = 8;
    private static final long CONNECTION_TIMEOUT_MILLIS = 1_000;

    private final DataSource target;
    private final FaultSwitch faults;

    private NodeConnections(DataSource target, FaultSwitch faults) {
        this.target = target;
        this.faults = faults;
    }

    static NodeConnections open(StoreAddress address, FaultSwitch faults) {
        CuttingDataSource cutting = CuttingDataSource.of(new Plain(address));
        faults.cutsAt(cutting);
        HikariConfig config = new HikariConfig();
        config.setDataSource(cutting);
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
        return new NodeConnections(new HikariDataSource(config), faults);
    }

    @Override
    public Connection getConnection() throws SQLException {
        faults.connect();
        return target.getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("one user only");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return target.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return target.isWrapperFor(type);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return target.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        target.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        target.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return target.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return target.getParentLogger();
    }

    /** A new connection each time. */
    private record Plain(StoreAddress address) implements DataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return getConnection(address.user(), address.password());
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return DriverManager.getConnection(address.url(), user, password);
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            if (isWrapperFor(type)) {
                return type.cast(this);
            }
            throw new SQLException("no " + type.getName());
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return type.isInstance(this);
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) throws SQLException {
            throw new SQLFeatureNotSupportedException("no log");
        }

        @Override
        public void setLoginTimeout(int seconds) throws SQLException {
            throw new SQLFeatureNotSupportedException("no time-out");
        }

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException("no log");
        }
    }
}
