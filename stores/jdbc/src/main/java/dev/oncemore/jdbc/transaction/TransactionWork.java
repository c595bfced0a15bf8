package dev.oncemore.jdbc.transaction;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The work inside a transaction. It may run several times, each time from the start and on a new transaction, so what
 * it does outside the database must bear repeating. It neither commits, nor rolls back, nor closes the connection.
 *
 * @param <T> what it returns
 * @param <X> the checked exception it may throw, if any
 */
@FunctionalInterface
public interface TransactionWork<T extends @Nullable Object, X extends Exception> {
    /** Does the work once; what it throws rolls the transaction back. */
    T run(Connection connection) throws X;
}
