package dev.oncemore.jdbc.internal.sql;

import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections beside a pool, for one that is kept open: it would be one less for the application. Pools have no common
 * API for where they connect to, so their settings are read by the names of their getters: HikariCP, DBCP and Tomcat have
 * these. Where they are unknown, or not enough to log in, the connection comes from the data source after all.
 */
public final class UnpooledConnections implements ConnectionOpener {
    private static final int WRAPPERS_MAX = 5;

    private final DataSource dataSource;
    private final String url;
    private final Properties properties;

    private UnpooledConnections(DataSource dataSource, String url, Properties properties) {
        this.dataSource = dataSource;
        this.url = url;
        this.properties = properties;
    }

    /** Connections to the same database; of the data source itself if it does not say where that is. */
    public static ConnectionOpener beside(DataSource dataSource) {
        Object pool = dataSource;
        for (int i = 0; i < WRAPPERS_MAX; i++) {
            Object url = first(pool, "getJdbcUrl", "getUrl");
            if (url instanceof String text && text.startsWith("jdbc:")) {
                // Without its driver properties, a connection might be made with weaker TLS than the pool's.
                return driverProperties(pool)
                        .map(properties -> (ConnectionOpener) new UnpooledConnections(dataSource, text, properties))
                        .orElse(dataSource::getConnection);
            }
            Object wrapped = first(pool, "getTargetDataSource");
            if (!(wrapped instanceof DataSource)) {
                break;
            }
            pool = wrapped;
        }
        return dataSource::getConnection;
    }

    /** The driver properties with user and password; empty if the pool may have some that it does not tell. */
    private static Optional<Properties> driverProperties(Object pool) {
        Properties properties = new Properties();
        if (first(pool, "getDataSourceProperties", "getDbProperties") instanceof Properties more) {
            properties.putAll(more);
        } else if (!pool.getClass().getName().startsWith("org.postgresql.")) {
            return Optional.empty();
        }
        put(properties, "user", first(pool, "getUsername", "getUser"));
        put(properties, "password", first(pool, "getPassword"));
        return Optional.of(properties);
    }

    private static void put(Properties properties, String name, @Nullable Object value) {
        if (value instanceof String text) {
            properties.setProperty(name, text);
        }
    }

    /** What the first of these getters returns; null if there is none, or it is not accessible. */
    private static @Nullable Object first(Object bean, String... getters) {
        for (String getter : getters) {
            Object value = get(bean, getter);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable Object get(Object bean, String getter) {
        try {
            return bean.getClass().getMethod(getter).invoke(bean);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return null;
        }
    }

    @Override
    public Connection open() throws SQLException {
        try {
            return DriverManager.getConnection(url, properties);
        } catch (SQLException e) {
            if (isOfSettings(e)) {
                return dataSource.getConnection();
            }
            throw e;
        }
    }

    /** Whether the settings were not enough: another way to log in, or a driver that is not registered. */
    private static boolean isOfSettings(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("28")
                || state.equals("08004") // the driver refuses a login without a password
                || String.valueOf(failure.getMessage()).startsWith("No suitable driver");
    }
}
