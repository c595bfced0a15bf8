package dev.oncemore.jdbc.internal.record;

import dev.oncemore.retry.TransactionProbe;

/** Sees transactions that a test declares as those of a framework; listed in the test resources. */
public final class FrameworkProbe implements TransactionProbe {
    private static final ThreadLocal<Boolean> OPEN = ThreadLocal.withInitial(() -> false);

    /** Runs work inside a transaction of the framework. */
    static void around(Work work) throws Exception {
        OPEN.set(true);
        try {
            work.run();
        } finally {
            OPEN.remove();
        }
    }

    @Override
    public boolean isTransactionOpen() {
        return OPEN.get();
    }

    @Override
    public String remedy() {
        return "with the framework, use within(framework.connection())";
    }

    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }
}
