package dev.oncemore.torture.nemesis.node;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.testkit.server.CuttingDataSource;
import dev.oncemore.testkit.server.DelegatingDataSource;
import dev.oncemore.testkit.server.UrlDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import javax.sql.DataSource;

/** A node's connections: a small pool, over connections that can be cut, over those of the driver. */
final class NodeConnections extends DelegatingDataSource {
    private static final int CONNECTIONS_MAX = 8;
    private static final long CONNECTION_TIMEOUT_MILLIS = 1_000;

    private final FaultSwitch faults;

    private NodeConnections(DataSource target, FaultSwitch faults) {
        super(target);
        this.faults = faults;
    }

    static NodeConnections open(StoreAddress address, FaultSwitch faults) {
        CuttingDataSource cutting =
                CuttingDataSource.of(new UrlDataSource(address.url(), address.user(), address.password()));
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
        return super.getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("one user only");
    }
}
