package dev.oncemore.jdbc.internal.sql;

import dev.oncemore.once.group.GroupCommit;
import dev.oncemore.retry.OpenTransaction;
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
    /** The first of them waits for all the others, and all for one commit. */
    private static final int TOGETHER_MAX = 64;

    /** The file whose batch runs on this thread. A write in it would wait for its own turn to end. */
    private static final ThreadLocal<@Nullable SqliteWrites> RUNNING = new ThreadLocal<>();

    private final GroupCommit<SqliteWrite<?>, SqliteWrite<?>> turns =
            new GroupCommit<>(this::runAll, write -> write, write -> false, 1, TOGETHER_MAX);

    private final TurnConnections connections = new TurnConnections(THREADS);

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

    /** Whether a transaction of ours is open on this connection. It took the write lock when it began. */
    public static boolean hasWriteLock(Connection connection) {
        return SqliteWrite.isOpenOn(connection);
    }

    @Override
    public <T> T write(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
        return mode == Mode.JOINED ? work.on(connection) : inTurn(SqliteWrite.on(connection, work, false));
    }

    @Override
    public <T> T writeOne(Connection connection, Mode mode, SqlWork<T> work) throws SQLException {
        return mode == Mode.JOINED ? work.on(connection) : inTurn(SqliteWrite.on(connection, work, true));
    }

    /** Waits without a connection, so that a commit is shared by more writers than the pool has connections. */
    @Override
    public <T> T transact(Session.Own session, SqlWork<T> work) {
        return turns.isIdle() || OpenTransaction.isOpen()
                ? session.call(connection -> write(connection, Mode.OWN, work))
                : session.callUnconnected(() -> inTurn(SqliteWrite.of(session, work)));
    }

    private <T> T inTurn(SqliteWrite<T> write) throws SQLException {
        if (RUNNING.get() == this) {
            throw new IllegalStateException("a transaction on this SQLite file is open on this thread, and a second one"
                    + " would wait for it: use its connection (database.within(connection), store.join(connection))");
        }
        Connection own = write.connection();
        if (own != null && OpenTransaction.isOpen()) {
            // The running batch may wait for a lock that the open transaction holds, so it is run at once.
            onPlatformThread(write::runAlone);
            return write.result();
        }
        if (own != null) {
            connections.waits(own);
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

    private List<SqliteWrite<?>> runAll(List<SqliteWrite<?>> writes) {
        onPlatformThread(() -> runBatch(writes));
        return writes;
    }

    /**
     * Not on a virtual thread: a driver that waits for the disk in native code keeps its carrier, and there are only as many of
     * them as processors.
     */
    private void onPlatformThread(Runnable work) {
        if (VirtualThreads.isCurrent()) {
            CompletableFuture.runAsync(() -> runHere(work), THREADS).join();
        } else {
            runHere(work);
        }
    }

    private void runHere(Runnable work) {
        SqliteWrites outer = RUNNING.get();
        RUNNING.set(this);
        try {
            work.run();
        } finally {
            RUNNING.set(outer); // a batch of another file may be under way on this thread
        }
    }

    private void runBatch(List<SqliteWrite<?>> writes) {
        connections.begin(writes);
        try {
            if (writes.size() == 1 && writes.get(0).canRunAlone()) {
                writes.get(0).runAlone();
            } else {
                runTogether(writes);
            }
        } finally {
            if (turns.queued() == 0) {
                connections.release();
            }
        }
    }

    /** A connection that is of no use costs the first of them; the others get another one. */
    private void runTogether(List<SqliteWrite<?>> writes) {
        List<SqliteWrite<?>> rest = writes;
        while (!rest.isEmpty()) {
            List<SqliteWrite<?>> batch = rest;
            try {
                if (!connections.on(batch, connection -> SqliteWrite.runTogether(connection, batch))) {
                    connections.release();
                }
            } catch (SQLException | RuntimeException e) {
                batch.forEach(write -> write.fail(e));
            }
            rest = batch.stream().filter(write -> !write.isEnded()).toList();
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
