package dev.oncemore.jdbc.internal.sql;

import dev.oncemore.once.group.GroupCommit;
import dev.oncemore.time.Time;
import dev.oncemore.time.VirtualThreads;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Write transactions on SQLite, which has one writer at a time. All writers of a file queue here instead of polling for the lock,
 * and those that waited together are committed together: the disk takes most of the time, and it takes no longer for many. Each is
 * undone alone when it fails.
 *
 * <p>The write lock is taken at the beginning: a transaction that began with a read cannot get it after another one has written.
 */
public final class SqliteWrites implements Writes {
    private static final Map<String, WeakReference<SqliteWrites>> BY_FILE = new HashMap<>();
    /** One for each file that is being written to, and none when nothing is. */
    private static final Executor THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "oncemore-sqlite");
        thread.setDaemon(true);
        return thread;
    });
    /** The first of them waits for all the others. */
    private static final int TOGETHER_MAX = 16;

    /** The file whose batch runs on this thread. A write in it would wait for its own turn to end. */
    private static final ThreadLocal<@Nullable SqliteWrites> RUNNING = new ThreadLocal<>();

    private final GroupCommit<SqliteWrite<?>, SqliteWrite<?>> turns =
            new GroupCommit<>(this::runAll, write -> write, write -> false, 1, TOGETHER_MAX);

    private SqliteWrites() {}

    /** The line of the file that this data source connects to. */
    public static SqliteWrites on(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            // Writes run on each other's connections: only on those that are as durable, and as patient.
            String settings = SqliteDialect.pragma(connection, "synchronous") + ":"
                    + SqliteDialect.pragma(connection, "busy_timeout");
            return onFile(SqliteDialect.file(connection), settings);
        } catch (SQLException e) {
            throw StoreFailures.noConnection(e);
        }
    }

    /**
     * One line for all users of a file, as long as there are any. A database in memory has no name, and is not shared.
     *
     * @param settings what its connections have in common beside the file
     */
    static SqliteWrites onFile(String file, String settings) {
        if (file.isEmpty()) {
            return new SqliteWrites();
        }
        String name = settings + ":" + file;
        synchronized (BY_FILE) {
            WeakReference<SqliteWrites> known = BY_FILE.get(name);
            SqliteWrites used = known == null ? null : known.get();
            if (used == null) {
                used = new SqliteWrites();
                BY_FILE.values().removeIf(gone -> gone.get() == null);
                BY_FILE.put(name, new WeakReference<>(used));
            }
            return used;
        }
    }

    @Override
    public <T> T write(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
        return mode == Mode.JOINED ? work.on(connection) : inTurn(new SqliteWrite<>(connection, work, false));
    }

    @Override
    public <T> T writeOne(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
        return mode == Mode.JOINED ? work.on(connection) : inTurn(new SqliteWrite<>(connection, work, true));
    }

    private <T> T inTurn(SqliteWrite<T> write) throws SQLException {
        if (RUNNING.get() == this) {
            throw new IllegalStateException("a transaction on this SQLite file is open on this thread, and a second one"
                    + " would wait for it: use its connection (database.within(connection), store.join(connection))");
        }
        turns.submit(write);
        return write.result();
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

    /**
     * Not on a virtual thread: a driver that waits for the disk in native code keeps its carrier, and there are only as many of
     * them as processors.
     */
    private List<SqliteWrite<?>> runAll(List<SqliteWrite<?>> writes) {
        return VirtualThreads.isCurrent()
                ? CompletableFuture.supplyAsync(() -> runHere(writes), THREADS).join()
                : runHere(writes);
    }

    private List<SqliteWrite<?>> runHere(List<SqliteWrite<?>> writes) {
        SqliteWrites outer = RUNNING.get();
        RUNNING.set(this);
        try {
            return SqliteWrite.runAll(writes);
        } finally {
            RUNNING.set(outer); // a batch of another file may be under way on this thread
        }
    }

    private static void yieldFor(Time time, long nanos) {
        try {
            time.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // politeness can wait
        }
    }
}
