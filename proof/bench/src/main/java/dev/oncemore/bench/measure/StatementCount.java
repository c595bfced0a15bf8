package dev.oncemore.bench.measure;

import java.sql.Connection;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Counts the statements and commits of connections. */
public final class StatementCount {
    private final AtomicLong statements = new AtomicLong();
    private final AtomicLong commits = new AtomicLong();

    /** The same data source, with its statements and commits counted. */
    public DataSource over(DataSource target) {
        return Proxies.connections(target, this::over);
    }

    /** The same connection, with its statements and commits counted. */
    public Connection over(Connection target) {
        return Proxies.statements(target, this::connectionUsed, (statement, method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                statements.incrementAndGet();
            }
            return Proxies.call(statement, method, arguments);
        });
    }

    private void connectionUsed(String method) {
        if (method.equals("commit")) {
            commits.incrementAndGet();
        }
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
