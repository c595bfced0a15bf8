package dev.oncemore.server.serve;

import dev.oncemore.testkit.server.DelegatingDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Connections that report each statement before it is prepared. */
final class WatchedStatements extends DelegatingDataSource {
    private final Consumer<String> watching;

    WatchedStatements(DataSource target, Consumer<String> watching) {
        super(target);
        this.watching = watching;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return watched(super.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return watched(super.getConnection(user, password));
    }

    private Connection watched(Connection target) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        watching.accept((String) arguments[0]);
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
