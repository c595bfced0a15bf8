package dev.oncemore.jdbc.transaction;

import dev.oncemore.retry.Call;
import dev.oncemore.retry.Retry;
import java.sql.Connection;

/**
 * Updates without locks: reads, changes, and writes on condition that there was no other write in between. If there was, it
 * starts over with a new read, as often as the policy allows. No update is lost.
 *
 * <pre>{@code
 * Account after = OptimisticLock.update(
 *         transactions,
 *         connection -> accounts.read(connection, id),
 *         account -> account.withdraw(amount),
 *         (connection, before, changed) -> accounts.writeIfVersion(connection, changed, before.version()));
 * }</pre>
 *
 * <p>When no attempt succeeds, it throws a {@link dev.oncemore.retry.GaveUpException} with their number; its cause is a
 * {@link StaleReadException}. The change may run several times, so it should do nothing but compute.
 */
public final class OptimisticLock {
    private OptimisticLock() {}

    /**
     * Updates with a new transaction for each attempt, so that every read sees the latest commits, at any isolation. Returns the
     * written value.
     */
    public static <V, X extends Exception> V update(
            Transactions transactions, TransactionWork<V, X> read, Change<V, X> change, ConnectedWrite<V, X> write)
            throws X {
        return transactions.run(connection -> {
            V before = read.run(connection);
            V after = change.change(before);
            if (!write.write(connection, before, after)) {
                throw new StaleReadException();
            }
            return after;
        });
    }

    /**
     * Updates a value that is not in a database, such as an HTTP resource with an entity tag. The engine's
     * classifier must be {@link dev.oncemore.retry.policy.Classifier#standard} or fall back on it.
     */
    public static <V, X extends Exception> V update(
            Retry engine, Call<V, X> read, Change<V, X> change, Write<V, X> write) throws X {
        return engine.call(() -> {
            V before = read.call();
            V after = change.change(before);
            if (!write.write(before, after)) {
                throw new StaleReadException();
            }
            return after;
        });
    }

    /**
     * Computes the new value.
     *
     * @param <V> the value
     * @param <X> the checked exception it may throw, if any
     */
    @FunctionalInterface
    public interface Change<V, X extends Exception> {
        /** The value to write instead of the one that was read. */
        V change(V before) throws X;
    }

    /**
     * Writes on condition that there was no other write since the read.
     *
     * @param <V> the value
     * @param <X> the checked exception it may throw, if any
     */
    @FunctionalInterface
    public interface Write<V, X extends Exception> {
        /** Writes and returns true, or returns false when the value has changed since the read. */
        boolean write(V before, V after) throws X;
    }

    /**
     * Writes on the transaction's connection, on condition that there was no other write since the read.
     *
     * @param <V> the value
     * @param <X> the checked exception it may throw, if any
     */
    @FunctionalInterface
    public interface ConnectedWrite<V, X extends Exception> {
        /** Whether it was written: {@code UPDATE … WHERE id = ? AND version = ?} changed one row. */
        boolean write(Connection connection, V before, V after) throws X;
    }
}
