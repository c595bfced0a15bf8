package dev.oncemore.retry;

/**
 * Sees the transactions of a framework, so that records and tasks are not written beside them. A record or a task that commits on
 * its own connection outlives the rollback of the transaction around it: the effect is gone, and its record replays success.
 *
 * <p>Transactions of {@code Transactions}, {@code Database} and {@code within(…)} are known without a probe, and those of Spring with
 * the Spring Boot starter. For others, list your probe in {@code META-INF/services/dev.oncemore.retry.TransactionProbe}. With
 * Spring, but without the starter:
 *
 * <pre>{@code
 * public final class SpringTransactionProbe implements TransactionProbe {
 *     public boolean isTransactionOpen() {
 *         return TransactionSynchronizationManager.isActualTransactionActive();
 *     }
 *
 *     public String remedy() {
 *         return "with Spring, use within(DataSourceUtils.getConnection(dataSource))";
 *     }
 * }
 * }</pre>
 *
 * <p>Spring's transaction still counts as active in callbacks after its commit, so this probe refuses there too. Join the
 * transaction before its commit instead.
 *
 * <p>Probes are found once, by the class loader of this library. They are asked before each leased effect and each enqueued
 * task, and must be fast, thread-safe, and not block.
 */
public interface TransactionProbe {
    /** Whether the framework has a transaction open on this thread. */
    boolean isTransactionOpen();

    /** What to write instead; ends the message of the refusal. */
    String remedy();
}
