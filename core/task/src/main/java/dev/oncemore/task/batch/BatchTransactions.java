package dev.oncemore.task.batch;

/**
 * Opens transactions on the database of the task store.
 *
 * <pre>{@code
 * Transactions<Connection> transactions = work -> {
 *     try (Connection connection = dataSource.getConnection()) {
 *         connection.setAutoCommit(false);
 *         try {
 *             work.run(connection);
 *             connection.commit();
 *         } catch (Throwable thrown) {
 *             connection.rollback();
 *             throw thrown;
 *         }
 *     }
 * };
 * }</pre>
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
@FunctionalInterface
public interface BatchTransactions<C> {
    /** Begins a transaction, runs the work on it and commits; rolls back and rethrows if the work throws. */
    void run(Work<C> work) throws Exception;

    /**
     * Work inside a transaction.
     *
     * @param <C> the transaction's handle
     */
    @FunctionalInterface
    interface Work<C> {
        /** Executes the work. */
        void run(C transaction) throws Exception;
    }
}
