package dev.oncemore.task.batch;

/**
 * Does a chunk.
 *
 * @param <T> an item
 */
@FunctionalInterface
public interface ChunkHandler<T> {
    /**
     * Does all items, and says which of them are not done. What it throws is judged by the policy: what may pass is tried again
     * as a whole; for the rest the chunk is taken apart, and each item tried by itself.
     */
    void handle(Chunk<T> chunk) throws Exception;
}
