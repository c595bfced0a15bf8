package dev.oncemore.spring;

import dev.oncemore.retry.TransactionProbe;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Reports Spring's open transactions, so that nothing is retried or written beside them. A service of the kernel. */
public final class SpringTransactionProbe implements TransactionProbe {
    static final boolean HAS_TRANSACTIONS = hasTransactions();

    /** Called by the service loader. */
    public SpringTransactionProbe() {}

    @Override
    public boolean isTransactionOpen() {
        return HAS_TRANSACTIONS && TransactionSynchronizationManager.isActualTransactionActive();
    }

    @Override
    public String remedy() {
        return "with Spring, annotate the method with @RunOnce, or use within(DataSourceUtils.getConnection(dataSource))";
    }

    /** Without any class of Spring's: the kernel asks this probe wherever this jar is on the class path. */
    private static boolean hasTransactions() {
        try {
            Class.forName(
                    "org.springframework.transaction.support.TransactionSynchronizationManager",
                    false,
                    SpringTransactionProbe.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
