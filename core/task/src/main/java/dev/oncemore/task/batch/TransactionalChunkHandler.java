package dev.oncemore.task.batch;

/**
 * Executes a chunk in a transaction, which it neither commits nor rolls back.
 *
 * @param <T> the type of an item
 * @param <C> the transaction's handle: a JDBC connection
 */
@FunctionalInterface
public interface TransactionalChunkHandler<T, C> {
    /** As {@link ChunkHandler#handle}. */
    void handle(Chunk<T> chunk, C transaction) throws Exception;
}
