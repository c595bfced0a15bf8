package dev.oncemore.bench.measure;

import java.sql.Connection;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Counts the statements and commits of connections. */
public final class StatementCount {
    private final AtomicLong statements = new AtomicLong();
    private final AtomicLong commits = new AtomicLong();

    /** Wraps a data source to count its statements and commits. */
    public DataSource over(DataSource target) {
        return Proxies.connections(target, this::over);
    }

    /** Wraps a connection to count its statements and commits. */
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

    /** The number of statements so far. */
    public long statements() {
        return statements.get();
    }

    /** The number of commits so far. */
    public long commits() {
        return commits.get();
    }
}
