package dev.oncemore.task.batch;

import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.Tasks;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a batch runs. An immutable value; each method returns a changed copy.
 *
 * <pre>{@code
 * BatchOptions.chunksOf(500).queue("nightly")
 * }</pre>
 */
public final class BatchOptions {
    private static final int CHUNK_ITEMS_MAX = 10_000;

    final int chunkItems;
    final String queue;
    final @Nullable RetryPolicy policy;

    private BatchOptions(int chunkItems, String queue, @Nullable RetryPolicy policy) {
        this.chunkItems = chunkItems;
        this.queue = Objects.requireNonNull(queue, "queue");
        this.policy = policy;
    }

    /** Commits this many items together, 1 to 10,000; in the default queue, with the tasks' policy. */
    public static BatchOptions chunksOf(int items) {
        if (items < 1 || items > CHUNK_ITEMS_MAX) {
            throw new IllegalArgumentException(
                    "chunksOf must be between 1 and " + CHUNK_ITEMS_MAX + ", but is " + items);
        }
        return new BatchOptions(items, Tasks.DEFAULT_QUEUE, null);
    }

    /** Uses this queue. All nodes that serve it must declare the batch. */
    public BatchOptions queue(String queue) {
        return new BatchOptions(chunkItems, queue, policy);
    }

    /** Sets the retry policy of a chunk, or of a single item. */
    public BatchOptions policy(RetryPolicy policy) {
        return new BatchOptions(chunkItems, queue, Objects.requireNonNull(policy, "policy"));
    }
}
