package dev.oncemore.jdbc.transaction;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;

/** A pool of one connection, which does nothing to put right what its borrowers did. */
final class SingleConnection {
    private final Connection only;

    SingleConnection(Connection only) {
        this.only = only;
    }

    DataSource dataSource() {
        Connection borrowed = proxy(Connection.class);
        ClassLoader loader = SingleConnection.class.getClassLoader();
        return (DataSource) Proxy.newProxyInstance(
                loader, new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> borrowed);
    }

    private <T> T proxy(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                SingleConnection.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(only, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                }));
    }
}
