package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Proxies;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The longest transaction on a data source, from the end of a connection's first statement, which acquired the lock, to the
 * end of its last one, which released it. It is thus the longest that a lock can have been held. SQLite may also move its log
 * into the database before a commit returns.
 */
final class TransactionTimes {
    private final AtomicLong longestNanos = new AtomicLong();

    /** Wraps a data source to time its transactions. */
    DataSource over(DataSource target) {
        return Proxies.connections(target, connection -> new Use().over(connection));
    }

    double longestMillis() {
        return longestNanos.get() / 1e6;
    }

    /** One use of a connection until it returns to its pool, by one thread at a time. */
    private final class Use {
        private int statements;
        private long firstStartNanos;
        private long firstEndNanos;
        private long lastEndNanos;

        Connection over(Connection target) {
            return Proxies.statements(target, this::connectionUsed, this::statementUsed);
        }

        private void connectionUsed(String method) {
            if (method.equals("close")) {
                longestNanos.accumulateAndGet(heldNanos(), Math::max);
            }
        }

        private @Nullable Object statementUsed(Statement target, Method method, Object @Nullable [] arguments)
                throws Throwable {
            if (!method.getName().startsWith("execute")) {
                return Proxies.call(target, method, arguments);
            }
            long start = System.nanoTime();
            Object result = Proxies.call(target, method, arguments);
            lastEndNanos = System.nanoTime();
            if (statements++ == 0) {
                firstStartNanos = start;
                firstEndNanos = lastEndNanos;
            }
            return result;
        }

        /** A single statement locks and commits by itself. */
        private long heldNanos() {
            return lastEndNanos - (statements > 1 ? firstEndNanos : firstStartNanos);
        }
    }
}
