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

/** Stand-ins that look on while something is used. */
public final class Proxies {
    private Proxies() {}

    /** A stand-in of this type. */
    public static <T> T of(Class<T> type, Handler handler) {
        InvocationHandler invocation = (proxy, method, arguments) -> handler.handle(method, arguments);
        return type.cast(Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {type}, invocation));
    }

    /** The call as it was meant. */
    public static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** The same data source, with every connection replaced. */
    public static DataSource connections(DataSource target, UnaryOperator<Connection> replace) {
        return of(DataSource.class, (method, arguments) -> {
            Object result = call(target, method, arguments);
            return result instanceof Connection connection ? replace.apply(connection) : result;
        });
    }

    /** The same connection: a hook hears each method's name, and each statement goes through the handler. */
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

    /** What a stand-in for a statement does instead of its target. */
    @FunctionalInterface
    public interface StatementHandler {
        /** One call. */
        @Nullable
        Object handle(Statement target, Method method, Object @Nullable [] arguments) throws Throwable;
    }

    /** What a stand-in does instead of its target. */
    @FunctionalInterface
    public interface Handler {
        /** One call. */
        @Nullable
        Object handle(Method method, Object @Nullable [] arguments) throws Throwable;
    }
}
