package dev.oncemore.jdbc.internal.sql;

import dev.oncemore.testkit.server.DelegatingDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections that record each executed statement, with its texts: how long each waits for locks is in one or the other. */
public final class RecordedStatements extends DelegatingDataSource {
    private final List<String> executed = new CopyOnWriteArrayList<>();

    public RecordedStatements(DataSource target) {
        super(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection target = super.getConnection();
        return proxy(Connection.class, (method, arguments) -> {
            Object result = call(target, method, arguments);
            return result instanceof PreparedStatement statement && arguments != null
                    ? recorded(statement, (String) arguments[0])
                    : result;
        });
    }

    private PreparedStatement recorded(PreparedStatement target, String sql) {
        List<Object> texts = new ArrayList<>();
        return proxy(PreparedStatement.class, (method, arguments) -> {
            if (method.getName().equals("setString") && arguments != null) {
                texts.add(arguments[1]);
            } else if (method.getName().startsWith("execute")) {
                executed.add(sql + texts);
            }
            return call(target, method, arguments);
        });
    }

    /** How many statements were executed with this text in them or in their parameters. */
    public long count(String text) {
        return executed.stream().filter(statement -> statement.contains(text)).count();
    }

    private interface Called {
        @Nullable
        Object with(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Called called) {
        return type.cast(Proxy.newProxyInstance(
                RecordedStatements.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> called.with(method, arguments)));
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
