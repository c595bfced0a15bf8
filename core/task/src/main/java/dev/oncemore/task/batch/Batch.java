package dev.oncemore.task.batch;

import dev.oncemore.internal.Text;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.store.TaskStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;

/**
 * Bulk work in chunks; after a crash it continues with the first uncommitted chunk.
 *
 * <pre>{@code
 * Batch<Account> recalculate = Batch.within(
 *         tasks, transactions, "recalculate", accounts, BatchOptions.chunksOf(500), (chunk, connection) -> {
 *             for (Item<Account> account : chunk.items()) {
 *                 balances.recalculate(connection, account.value());
 *             }
 *         });
 * BatchRun run = recalculate.start("2026-01");
 * }</pre>
 *
 * @param <T> the type of an item
 */
public final class Batch<T> {
    private static final Logger LOG = System.getLogger("dev.oncemore.task");
    /** Name and key together leave room for the numbers of a chunk and an item in the id of a task. */
    private static final int NAME_LENGTH_MAX = 100;

    private static final int KEY_LENGTH_MAX = 64;

    private final Source<T> source;
    private final TaskStore store;
    private final BatchTasks batchTasks;
    private final String name;

    private Batch(Tasks tasks, String name, Source<T> source, BatchOptions options, Effects<T> effects) {
        this.name = Text.requireKeyLike("batch name", name, NAME_LENGTH_MAX);
        this.source = Objects.requireNonNull(source, "source");
        store = tasks.store();
        RetryPolicy policy =
                options.policy != null ? options.policy : tasks.settings().policy();
        batchTasks = new BatchTasks(name, options.queue, policy);
        if (!tasks.settings().queues().contains(options.queue)) {
            LOG.log(
                    Level.WARNING,
                    "batch '" + name + "' uses queue '" + options.queue + "', which is not declared in the settings of"
                            + " these tasks: it waits until the workers of another node serve that queue");
        }
        new Chunks<>(batchTasks, source, options.chunkItems, effects, tasks).register();
        new LoneItems<>(batchTasks, source.codec(), effects).register(tasks);
    }

    /**
     * Creates a batch whose effects are in another system. A chunk that was interrupted between its effects and their
     * recording is repeated with the same keys.
     *
     * @param name its permanent name: 1 to 100 printable ASCII characters
     */
    public static <T> Batch<T> on(
            Tasks tasks, String name, Source<T> source, BatchOptions options, ChunkHandler<T> handler) {
        return new Batch<>(tasks, name, source, options, Effects.before(tasks.store(), handler));
    }

    /**
     * Creates a batch whose effects are in the task store's own database: they commit together with the position in the
     * source, so that each chunk takes effect once.
     *
     * @param name its permanent name: 1 to 100 printable ASCII characters
     */
    public static <T, C> Batch<T> within(
            TransactionalTasks<C> tasks,
            BatchTransactions<C> transactions,
            String name,
            Source<T> source,
            BatchOptions options,
            TransactionalChunkHandler<T, C> handler) {
        return new Batch<>(tasks, name, source, options, Effects.within(tasks.store(), transactions, handler));
    }

    /**
     * Begins a run; a key that was used before returns the existing run.
     *
     * @param key 1 to 64 printable ASCII characters: what is processed, such as the month, or a UUID
     * @throws IllegalStateException inside an open transaction, whose rollback it would outlive
     */
    public BatchRun start(String key) throws Exception {
        OpenTransaction.requireNone(
                () -> "batch '" + name + "' would be started by itself inside an open transaction, and"
                        + " outlive a rollback; start it after the commit");
        BatchRun run = find(key);
        String fingerprint = source.fingerprint();
        if (fingerprint.isEmpty() || fingerprint.length() > 1_000 || fingerprint.contains("\n")) {
            throw new IllegalArgumentException(
                    "a fingerprint must be one line of 1 to 1000 characters, but is '" + fingerprint + "'");
        }
        Place.Tally tally = Place.Tally.atStart(store.now(), source.total());
        store.enqueue(List.of(batchTasks.chunk(run.id(), new Place(0, tally, fingerprint, ""))));
        return run;
    }

    /** Finds the run with this key. */
    public BatchRun find(String key) {
        Text.requireKeyLike("batch key", key, KEY_LENGTH_MAX);
        return new BatchRun(store, name + "/" + key);
    }
}
