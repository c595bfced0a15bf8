package dev.oncemore.jdbc.internal.sql;

import dev.oncemore.internal.Rethrow;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One write on SQLite that waits for its turn, and its result. The thread that has the turn runs it, on its own connection. */
final class SqliteWrite<T> {
    private static final String BEGIN = "BEGIN IMMEDIATE";
    private static final Set<Connection> OPEN =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    private final Connection connection;
    private final SqlWork<T> work;
    private final boolean isOneStatement;
    private @Nullable T result;
    private @Nullable Throwable failure;

    SqliteWrite(Connection connection, SqlWork<T> work, boolean isOneStatement) {
        this.connection = connection;
        this.work = work;
        this.isOneStatement = isOneStatement;
    }

    /** Runs them in one transaction, on the connection of the first. Each of them knows afterwards how it ended. */
    static List<SqliteWrite<?>> runAll(List<SqliteWrite<?>> writes) {
        if (writes.size() == 1) {
            writes.get(0).runAlone();
        } else {
            runTogether(writes);
        }
        return writes;
    }

    private void runAlone() {
        try {
            if (isOneStatement) {
                run(connection);
            } else {
                transact(connection, this::run);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    private static void runTogether(List<SqliteWrite<?>> writes) {
        SqliteWrite<?> first = writes.get(0);
        try {
            execute(first.connection, BEGIN);
        } catch (SQLException e) {
            if (isBusy(e)) {
                writes.forEach(write -> write.fail(e));
            } else {
                first.fail(e); // its connection is of no use; the others have their own
                runAll(writes.subList(1, writes.size()));
            }
            return;
        }
        try {
            committed(first.connection, c -> runEach(c, writes));
        } catch (Throwable e) {
            writes.forEach(write -> write.fail(e));
        }
    }

    private static boolean isBusy(SQLException failure) {
        Classification classification = SqlFailures.verdictOf(failure);
        return classification != null && classification.kind() == FailureKind.TRANSIENT;
    }

    private static boolean runEach(Connection connection, List<SqliteWrite<?>> writes) throws SQLException {
        for (SqliteWrite<?> write : writes) {
            execute(connection, "SAVEPOINT oncemore_write");
            try {
                write.run(connection);
            } catch (Throwable e) {
                write.fail(e);
                try {
                    execute(connection, "ROLLBACK TO oncemore_write");
                } catch (SQLException undone) {
                    // SQLite has undone everything, for want of room for instance: then all have failed, for its
                    // reason.
                    e.addSuppressed(undone);
                    throw e;
                }
            }
            execute(connection, "RELEASE oncemore_write");
        }
        return true;
    }

    static <R> R transact(Connection connection, SqlWork<R> work) throws SQLException {
        execute(connection, BEGIN);
        return committed(connection, work);
    }

    /** Whether a transaction of ours is open on this connection, which the driver does not know of. */
    static boolean isOpenOn(Connection connection) {
        return OPEN.contains(connection);
    }

    private static <R> R committed(Connection connection, SqlWork<R> work) throws SQLException {
        OPEN.add(connection);
        try {
            R result = work.on(connection);
            execute(connection, "COMMIT");
            return result;
        } catch (Throwable e) {
            try {
                execute(connection, "ROLLBACK");
            } catch (SQLException also) {
                e.addSuppressed(also); // the connection is gone, and the transaction with it
            }
            throw e;
        } finally {
            OPEN.remove(connection);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private boolean run(Connection turn) throws SQLException {
        result = work.on(turn);
        return true;
    }

    /** One that had failed before has its own reason. */
    private void fail(Throwable shared) {
        if (failure == null) {
            failure = shared;
        }
    }

    /** The result of the work, or its failure. */
    @SuppressWarnings("NullAway") // without a failure there is a result, which may be null where the work's may
    T result() throws SQLException {
        Throwable thrown = failure;
        if (thrown != null) {
            throw Rethrow.<SQLException>as(thrown); // Kotlin and Groovy throw other checked ones too
        }
        return result;
    }
}
