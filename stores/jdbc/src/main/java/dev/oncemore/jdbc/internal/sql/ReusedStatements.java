package dev.oncemore.jdbc.internal.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connection that prepares each text once, because SQLite's driver parses on every prepare, and parsing a short write takes
 * longer than executing it. A statement that its user closed is kept for the next one, until this is closed. One thread at a
 * time; statements that are open at the same time are different ones.
 */
final class ReusedStatements implements InvocationHandler, AutoCloseable {
    /** As many texts are kept; the acts of a busy server have a dozen. */
    private static final int KEPT_MAX = 64;

    private final Connection physical;
    private final Connection connection;
    private final Map<String, Reused> kept = new LinkedHashMap<>();

    ReusedStatements(Connection physical) {
        this.physical = physical;
        connection = (Connection) Proxy.newProxyInstance(
                ReusedStatements.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
    }

    /** The connection with this behaviour. It is the same each time. */
    Connection connection() {
        return connection;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments != null
                && arguments.length == 1
                && method.getName().equals("prepareStatement")
                && arguments[0] instanceof String sql) {
            return prepare(sql);
        }
        return switch (method.getName()) {
            case "equals" -> isItself(proxy, arguments);
            case "hashCode" -> System.identityHashCode(proxy);
            default -> call(method, physical, arguments);
        };
    }

    @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself only
    private static boolean isItself(Object proxy, Object @Nullable [] arguments) {
        return arguments != null && proxy == arguments[0];
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        Reused free = kept.remove(sql);
        return (free == null ? new Reused(sql, physical.prepareStatement(sql)) : free).statement;
    }

    /** Closes the statements. The connection stays open. */
    @Override
    public void close() {
        for (Reused statement : kept.values()) {
            statement.closeQuietly();
        }
        kept.clear();
    }

    private static @Nullable Object call(Method method, Object target, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            throw cause == null ? e : cause;
        }
    }

    /** One prepared statement. It is not kept after a failure, nor with settings that its next user would not expect. */
    private final class Reused implements InvocationHandler {
        private final String sql;
        private final PreparedStatement prepared;
        private final PreparedStatement statement;
        private @Nullable ResultSet rows;
        private boolean isUsedUp;

        Reused(String sql, PreparedStatement prepared) {
            this.sql = sql;
            this.prepared = prepared;
            statement = (PreparedStatement) Proxy.newProxyInstance(
                    ReusedStatements.class.getClassLoader(), new Class<?>[] {PreparedStatement.class}, this);
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            String name = method.getName();
            return switch (name) {
                case "equals" -> isItself(proxy, arguments);
                case "hashCode" -> System.identityHashCode(proxy);
                case "close" -> giveBack();
                default -> {
                    isUsedUp |= name.equals("addBatch") || (name.startsWith("set") && isSetting(method));
                    yield keeping(method, arguments);
                }
            };
        }

        /** A setting of the statement, and not the value of a parameter, which has a place. */
        private static boolean isSetting(Method method) {
            return method.getParameterCount() < 2;
        }

        private @Nullable Object keeping(Method method, Object @Nullable [] arguments) throws Throwable {
            try {
                Object result = call(method, prepared, arguments);
                if (result instanceof ResultSet read) {
                    rows = read;
                }
                return result;
            } catch (Throwable e) {
                isUsedUp = true;
                throw e;
            }
        }

        private @Nullable Object giveBack() throws SQLException {
            if (equals(kept.get(sql))) {
                return null; // closed twice, which JDBC allows
            }
            if (rows != null) {
                rows.close();
                rows = null;
            }
            if (isUsedUp || prepared.isClosed() || kept.containsKey(sql) || kept.size() >= KEPT_MAX) {
                prepared.close();
            } else {
                prepared.clearParameters();
                kept.put(sql, this);
            }
            return null;
        }

        void closeQuietly() {
            try {
                prepared.close();
            } catch (SQLException e) {
                // The connection is gone, and the statement with it.
            }
        }
    }
}
