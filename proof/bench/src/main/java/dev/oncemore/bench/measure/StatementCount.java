package dev.oncemore.bench.measure;

import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Looks on while connections are used: how many statements were executed, and how often did somebody commit? */
public final class StatementCount {
    private final AtomicLong statements = new AtomicLong();
    private final AtomicLong commits = new AtomicLong();

    /** The same data source, looked at. */
    public DataSource over(DataSource target) {
        return Proxies.of(DataSource.class, (method, arguments) -> {
            Object result = Proxies.call(target, method, arguments);
            return result instanceof Connection connection ? over(connection) : result;
        });
    }

    /** The same connection, looked at. */
    public Connection over(Connection target) {
        return Proxies.of(Connection.class, (method, arguments) -> {
            if (method.getName().equals("commit")) {
                commits.incrementAndGet();
            }
            Object result = Proxies.call(target, method, arguments);
            return result instanceof Statement statement
                    ? over(statement, method.getReturnType().asSubclass(Statement.class))
                    : result;
        });
    }

    private <S extends Statement> S over(Statement target, Class<S> type) {
        return Proxies.of(type, (method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                statements.incrementAndGet();
            }
            return Proxies.call(target, method, arguments);
        });
    }

    /** How many statements so far. */
    public long statements() {
        return statements.get();
    }

    /** How many calls of commit so far. */
    public long commits() {
        return commits.get();
    }
}
