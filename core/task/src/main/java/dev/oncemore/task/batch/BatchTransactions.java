package dev.oncemore.task.batch;

/**
 * How you open transactions on the database of the task store.
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
    /** Begins one, runs the work on it and commits; rolls back and passes on what the work throws. */
    void run(Work<C> work) throws Exception;

    /**
     * What is done in a transaction.
     *
     * @param <C> the transaction's handle
     */
    @FunctionalInterface
    interface Work<C> {
        /** Does it. */
        void run(C transaction) throws Exception;
    }
}
