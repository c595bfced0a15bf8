package dev.oncemore.task.batch;

/**
 * Executes a chunk.
 *
 * @param <T> the type of an item
 */
@FunctionalInterface
public interface ChunkHandler<T> {
    /**
     * Executes all items, and marks those that are not done. Exceptions are classified by the policy: after a transient
     * failure the chunk is retried as a whole; after any other it is split, and each item is attempted by itself.
     */
    void handle(Chunk<T> chunk) throws Exception;
}
