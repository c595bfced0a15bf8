package dev.oncemore.jdbc.sql;

import dev.oncemore.time.Time;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Write transactions on SQLite, which has one writer at a time. Those of all stores on a file queue here, in their order,
 * instead of sleeping until SQLite looks again. Each takes the write lock when it begins: one that began by reading could not get it any
 * more once somebody else has written.
 */
public final class SqliteWrites implements Writes {
    private static final Map<String, WeakReference<SqliteWrites>> BY_FILE = new HashMap<>();

    private final ReentrantLock turns = new ReentrantLock(true);

    private SqliteWrites() {}

    /** Those on this file. */
    public static SqliteWrites of(Database database) {
        if (database instanceof SqliteDatabase sqlite) {
            return sqlite.writes();
        }
        throw new IllegalArgumentException("writers of this database need not take turns");
    }

    /** One for all who use it as long as anybody does. What is in memory has no name, and is nobody else's. */
    static SqliteWrites onFile(String file) {
        if (file.isEmpty()) {
            return new SqliteWrites();
        }
        synchronized (BY_FILE) {
            WeakReference<SqliteWrites> known = BY_FILE.get(file);
            SqliteWrites used = known == null ? null : known.get();
            if (used == null) {
                used = new SqliteWrites();
                BY_FILE.values().removeIf(gone -> gone.get() == null);
                BY_FILE.put(file, new WeakReference<>(used));
            }
            return used;
        }
    }

    @Override
    public <T> T write(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
        if (mode == Mode.JOINED) {
            return work.on(connection);
        }
        turns.lock();
        try {
            return transact(connection, work);
        } finally {
            turns.unlock();
        }
    }

    /** As {@link #write}, for a single statement, which is a transaction of its own. */
    public <T> T writeOne(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
        if (mode == Mode.JOINED) {
            return work.on(connection); // who has the write lock must not wait for a turn of those who wait for it
        }
        turns.lock();
        try {
            return work.on(connection);
        } finally {
            turns.unlock();
        }
    }

    /** As {@link #write}, and then leaves the database to others for as long as it had it. */
    public <T> T writeAndYield(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
        Time time = Time.system();
        long start = time.nanoTime();
        T result = write(connection, mode, work);
        if (mode == Mode.OWN) {
            yieldFor(time, time.nanoTime() - start);
        }
        return result;
    }

    private static void yieldFor(Time time, long nanos) {
        try {
            time.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // politeness can wait
        }
    }

    public static <T> T transact(Connection connection, SqlWork<T> work) throws SQLException {
        execute(connection, "BEGIN IMMEDIATE");
        try {
            T result = work.on(connection);
            execute(connection, "COMMIT");
            return result;
        } catch (Throwable e) {
            try {
                execute(connection, "ROLLBACK");
            } catch (SQLException also) {
                e.addSuppressed(also); // the connection is gone, and the transaction with it
            }
            throw e;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
