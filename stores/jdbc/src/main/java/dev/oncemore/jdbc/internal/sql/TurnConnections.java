package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The connections on which the batches of a file run, one after the other. A batch uses, in this order:
 *
 * <ol>
 *   <li>the one of the batch before, which is kept while writes wait: its statements are prepared already;
 *   <li>that of a write in the batch which has one;
 *   <li>that of a write which waits for a later batch: its thread cannot go on before that batch has ended;
 *   <li>a new one of the pool, unless a write with a connection arrives first: a pool whose connections all wait for this batch
 *       would never give one.
 * </ol>
 *
 * <p>All but {@link #waits} is called by the running batch only.
 */
final class TurnConnections {
    private final Executor threads;
    private final Set<Connection> waiting =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private volatile @Nullable CompletableFuture<Found> needed;
    private @Nullable Kept kept;

    TurnConnections(Executor threads) {
        this.threads = threads;
    }

    /** A connection for a batch; if it is opened for it, it is kept. */
    private record Found(Connection connection, boolean isOpened) {}

    /** A connection of the pool that is kept from batch to batch. */
    private record Kept(Session.Own session, Connection connection, ReusedStatements statements) {}

    /** A thread with this connection is about to wait for its turn. */
    void waits(Connection connection) {
        waiting.add(connection);
        CompletableFuture<Found> wanted = needed;
        if (wanted != null) {
            wanted.complete(new Found(connection, false));
        }
    }

    /** The writes of this batch are run now; from then on their connections are their own again. */
    void begin(List<SqliteWrite<?>> batch) {
        batch.forEach(write -> {
            Connection own = write.connection();
            if (own != null) {
                waiting.remove(own);
            }
        });
    }

    /** Runs a batch on a connection, with statements that are prepared once. */
    <R> R on(List<SqliteWrite<?>> batch, SqlWork<R> work) throws SQLException {
        Kept last = kept;
        if (last != null) {
            return work.on(last.statements().connection());
        }
        Connection other = other(batch);
        if (other != null) {
            try (ReusedStatements statements = new ReusedStatements(other)) {
                return work.on(statements.connection());
            }
        }
        ReusedStatements opened = open(batch);
        try {
            return work.on(opened.connection());
        } finally {
            if (kept == null) {
                opened.close(); // the connection is another writer's
            }
        }
    }

    private @Nullable Connection other(List<SqliteWrite<?>> batch) {
        for (SqliteWrite<?> write : batch) {
            if (write.connection() != null) {
                return write.connection();
            }
        }
        return anyWaiting();
    }

    private @Nullable Connection anyWaiting() {
        synchronized (waiting) {
            return waiting.isEmpty() ? null : waiting.iterator().next();
        }
    }

    /** Without a connection in the batch, all of its writes have a session. */
    private ReusedStatements open(List<SqliteWrite<?>> batch) {
        Session.Own session = batch.get(0).session();
        CompletableFuture<Found> first = new CompletableFuture<>();
        needed = first;
        try {
            Connection arrived = anyWaiting();
            if (arrived != null) {
                return new ReusedStatements(arrived);
            }
            threads.execute(() -> open(session, first));
            Found found = first.join();
            ReusedStatements statements = new ReusedStatements(found.connection());
            if (found.isOpened()) {
                kept = new Kept(session, found.connection(), statements);
            }
            return statements;
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        } finally {
            needed = null;
        }
    }

    /** Waits for the pool, perhaps for longer than the batch does. */
    private static void open(Session.Own session, CompletableFuture<Found> first) {
        try {
            Connection connection = session.openForTurns();
            if (!first.complete(new Found(connection, true))) {
                session.giveBack(connection);
            }
        } catch (RuntimeException | Error e) {
            first.completeExceptionally(e);
        }
    }

    /** Gives the kept connection back: nobody waits, or it is of no use. */
    void release() {
        Kept last = kept;
        if (last != null) {
            kept = null;
            last.statements().close();
            last.session().giveBack(last.connection());
        }
    }
}
