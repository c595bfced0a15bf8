package dev.oncemore.jdbc.internal.sql;

import dev.oncemore.internal.Rethrow;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One write on SQLite that waits for its turn, and its result. The thread that has the turn runs it. */
final class SqliteWrite<T> {
    private static final String BEGIN = "BEGIN IMMEDIATE";
    private static final Set<Connection> OPEN =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    private final @Nullable Connection connection;
    private final Session.@Nullable Own session;
    private final SqlWork<T> work;
    private final boolean isOneStatement;
    private @Nullable T result;
    private @Nullable Throwable failure;
    private boolean isEnded;

    private SqliteWrite(
            @Nullable Connection connection, Session.@Nullable Own session, SqlWork<T> work, boolean isOneStatement) {
        this.connection = connection;
        this.session = session;
        this.work = work;
        this.isOneStatement = isOneStatement;
    }

    /** A write of a thread that has a connection. */
    static <T> SqliteWrite<T> on(Connection connection, SqlWork<T> work, boolean isOneStatement) {
        return new SqliteWrite<>(connection, null, work, isOneStatement);
    }

    /** A write that waits without a connection. */
    static <T> SqliteWrite<T> of(Session.Own session, SqlWork<T> work) {
        return new SqliteWrite<>(null, session, work, false);
    }

    /** The connection of the waiting thread; null if it has none. */
    @Nullable
    Connection connection() {
        return connection;
    }

    /** Where a connection comes from, if none of the writes has one. */
    Session.Own session() {
        return Objects.requireNonNull(session);
    }

    /** Whether it needs no connection but that of its own thread. */
    boolean canRunAlone() {
        return connection != null;
    }

    /** Runs it on the connection of its own thread. */
    void runAlone() {
        Connection own = Objects.requireNonNull(connection);
        try {
            if (isOneStatement) {
                run(own);
            } else {
                try (ReusedStatements statements = new ReusedStatements(own)) {
                    transact(statements.connection(), this::run);
                }
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /**
     * Runs them in one transaction on this connection. False if the connection is of no further use; those that have not ended
     * then need another one.
     */
    static boolean runTogether(Connection connection, List<SqliteWrite<?>> writes) {
        try {
            execute(connection, BEGIN);
        } catch (SQLException e) {
            if (isBusy(e)) {
                writes.forEach(write -> write.fail(e));
                return true;
            }
            writes.get(0).fail(e);
            return false;
        }
        try {
            committed(connection, c -> runEach(c, writes));
            writes.forEach(write -> write.isEnded = true);
            return true;
        } catch (Throwable e) {
            writes.forEach(write -> write.fail(e));
            return false;
        }
    }

    /** Whether it was committed, or has failed. */
    boolean isEnded() {
        return isEnded;
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
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    private boolean run(Connection turn) throws SQLException {
        result = work.on(turn);
        return true;
    }

    /** One that had failed before has its own reason. */
    void fail(Throwable shared) {
        if (failure == null) {
            failure = shared;
        }
        isEnded = true;
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
