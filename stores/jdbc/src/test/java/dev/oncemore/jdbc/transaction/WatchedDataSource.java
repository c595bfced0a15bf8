package dev.oncemore.jdbc.transaction;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Remembers the connections it handed out and what was called on them, and lets calls fail. */
final class WatchedDataSource {
    private final DataSource target;
    private final ConcurrentHashMap<String, SQLException> failures = new ConcurrentHashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final List<Connection> handedOut = new ArrayList<>();

    WatchedDataSource(DataSource target) {
        this.target = target;
    }

    /** Lets the next call of that method fail. */
    WatchedDataSource failing(String method, SQLException failure) {
        failures.put(method, failure);
        return this;
    }

    DataSource dataSource() {
        return proxy(DataSource.class, target);
    }

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    /** The physical connections, in the order in which they were handed out. */
    synchronized List<Connection> connections() {
        return List.copyOf(handedOut);
    }

    private <T> T proxy(Class<T> type, T delegate) {
        return type.cast(Proxy.newProxyInstance(
                WatchedDataSource.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(delegate, method, arguments)));
    }

    private @Nullable Object call(Object delegate, Method method, Object @Nullable [] arguments) throws Throwable {
        synchronized (this) {
            calls.add(method.getName());
        }
        SQLException failure = failures.remove(method.getName());
        if (failure != null) {
            throw failure;
        }
        try {
            Object result = method.invoke(delegate, arguments);
            return result instanceof Connection connection && delegate instanceof DataSource
                    ? watched(connection)
                    : result;
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private synchronized Connection watched(Connection connection) {
        handedOut.add(connection);
        return proxy(Connection.class, connection);
    }
}
