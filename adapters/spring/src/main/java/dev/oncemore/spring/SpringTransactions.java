package dev.oncemore.spring;

import dev.oncemore.task.AmbientTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Spring's transactions on the data source of the stores.
 *
 * <p>In callbacks after the commit, Spring still hands out the connection of the transaction, and what is written there may or may
 * not be committed. As a listener of the transaction managers, this marks each transaction before its commit, and refuses to join
 * one that is marked.
 */
final class SpringTransactions implements AmbientTransaction<Connection>, TransactionExecutionListener {
    private static final TransactionSynchronization COMMITTING = new TransactionSynchronization() {};

    private final DataSource dataSource;

    SpringTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public @Nullable Connection current() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            return null;
        }
        if (!TransactionSynchronizationManager.isSynchronizationActive()
                || TransactionSynchronizationManager.getSynchronizations().contains(COMMITTING)) {
            throw new IllegalStateException(
                    "the transaction has ended already, and what joins it now may be lost; write"
                            + " before its commit (for an event listener: TransactionPhase.BEFORE_COMMIT), or in a transaction of"
                            + " its own (Propagation.REQUIRES_NEW)");
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new IllegalStateException("the open transaction is read-only, and a record or task is written in it;"
                    + " leave out readOnly, or use a transaction of its own (Propagation.REQUIRES_NEW)");
        }
        // Asked first: otherwise Spring opens a connection for the foreign transaction. With a pool whose auto-commit
        // is off, it looks like one with a transaction, although nobody commits it.
        if (!(TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder)
                || !HeldConnection.isOfManager(holder)) {
            throw isForeign();
        }
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            if (connection.getAutoCommit()) {
                throw isForeign();
            }
        } catch (SQLException e) {
            throw new CannotGetJdbcConnectionException("the connection of the transaction cannot be used", e);
        }
        return connection;
    }

    private static IllegalStateException isForeign() {
        return new IllegalStateException(
                "the open transaction is not one of the data source with the records and tasks;"
                        + " use the transaction manager of that data source, or write outside of it");
    }

    @Override
    public void afterCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                action.run();
            }
        });
    }

    /** Also called when a nested transaction releases its savepoint; then the one around it goes on. */
    @Override
    public void beforeCommit(TransactionExecution transaction) {
        if (transaction.isNewTransaction() && TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(COMMITTING);
        }
    }
}
