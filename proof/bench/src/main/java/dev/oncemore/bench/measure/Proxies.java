package dev.oncemore.bench.measure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Proxies that observe calls of their targets. */
public final class Proxies {
    private Proxies() {}

    /** A proxy of this type. */
    public static <T> T of(Class<T> type, Handler handler) {
        InvocationHandler invocation = (proxy, method, arguments) -> handler.handle(method, arguments);
        return type.cast(Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {type}, invocation));
    }

    /** Makes the call on the target. */
    public static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** A data source that replaces every connection. */
    public static DataSource connections(DataSource target, UnaryOperator<Connection> replace) {
        return of(DataSource.class, (method, arguments) -> {
            Object result = call(target, method, arguments);
            return result instanceof Connection connection ? replace.apply(connection) : result;
        });
    }

    /** A connection that passes each method's name to a hook, and each statement through a handler. */
    public static Connection statements(Connection target, Consumer<String> hook, StatementHandler handler) {
        return of(Connection.class, (method, arguments) -> {
            hook.accept(method.getName());
            Object result = call(target, method, arguments);
            return result instanceof Statement statement
                    ? of(
                            method.getReturnType().asSubclass(Statement.class),
                            (inner, given) -> handler.handle(statement, inner, given))
                    : result;
        });
    }

    /** Handles calls of a proxied statement. */
    @FunctionalInterface
    public interface StatementHandler {
        /** One call. */
        @Nullable
        Object handle(Statement target, Method method, Object @Nullable [] arguments) throws Throwable;
    }

    /** Handles calls of a proxy. */
    @FunctionalInterface
    public interface Handler {
        /** One call. */
        @Nullable
        Object handle(Method method, Object @Nullable [] arguments) throws Throwable;
    }
}
