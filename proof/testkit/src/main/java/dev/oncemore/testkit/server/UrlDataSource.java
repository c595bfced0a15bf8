package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source without a pool: opens a new connection each time. */
public final class UrlDataSource implements DataSource {
    private final String url;
    private final String user;
    private final String password;

    /** Connections to this URL, as this user. */
    public UrlDataSource(String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return getConnection(user, password);
    }

    @Override
    public Connection getConnection(String asUser, String withPassword) throws SQLException {
        return DriverManager.getConnection(url, asUser, withPassword);
    }

    /** Runs one statement on a connection of its own. */
    void execute(String sql) {
        try (Connection connection = getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new OncemoreException(sql + " failed on " + url, e);
        }
    }

    /** Fails if it cannot connect. */
    void ask() throws SQLException {
        getConnection().close();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (isWrapperFor(type)) {
            return type.cast(this);
        }
        throw new SQLException(this + " is no " + type.getName());
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

    @Override
    public String toString() {
        return url;
    }
}
