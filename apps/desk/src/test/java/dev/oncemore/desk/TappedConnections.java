package dev.oncemore.desk;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Connections that tell of each statement before it is prepared, on the thread that prepares it. */
final class TappedConnections {
    private static final Set<String> PREPARING = Set.of("prepareStatement");

    private TappedConnections() {}

    static DataSource of(DataSource target, Consumer<String> tap) {
        return proxy(
                DataSource.class,
                target,
                (method, arguments, result) -> result instanceof Connection connection
                        ? proxy(Connection.class, connection, (called, given, answer) -> {
                            if (PREPARING.contains(called.getName()) && given != null) {
                                tap.accept((String) given[0]);
                            }
                            return answer;
                        })
                        : result);
    }

    @FunctionalInterface
    private interface Seen {
        Object of(Method method, Object[] arguments, Object result);
    }

    private static <T> T proxy(Class<T> type, T target, Seen seen) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return seen.of(method, arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
