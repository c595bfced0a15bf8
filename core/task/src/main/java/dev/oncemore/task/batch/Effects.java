package dev.oncemore.task.batch;

import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.TaskStore;

/** Combines the effects of a chunk with the update of the store. */
interface Effects<T> {

    /** Executes the chunk, then settles it. */
    void run(Chunk<T> chunk, Settling settling) throws Exception;

    /** Settles without executing anything. */
    void settle(Settling settling) throws Exception;

    /** The update of the store. */
    interface Settling {
        void on(TaskStore store);
    }

    /** Both in the user's transaction, atomically. */
    static <T, C> Effects<T> within(
            JoiningTaskStore<C> store, BatchTransactions<C> transactions, TransactionalChunkHandler<T, C> handler) {
        return new Effects<>() {
            @Override
            public void run(Chunk<T> chunk, Settling settling) throws Exception {
                transactions.run(transaction -> {
                    OpenTransaction.<Boolean, Exception>around(() -> {
                        handler.handle(chunk, transaction);
                        return true;
                    });
                    settling.on(store.join(transaction));
                });
            }

            @Override
            public void settle(Settling settling) throws Exception {
                transactions.run(transaction -> settling.on(store.join(transaction)));
            }
        };
    }

    /** The effects first: a crash in between repeats them, with the same keys. */
    static <T> Effects<T> before(TaskStore store, ChunkHandler<T> handler) {
        return new Effects<>() {
            @Override
            public void run(Chunk<T> chunk, Settling settling) throws Exception {
                handler.handle(chunk);
                settling.on(store);
            }

            @Override
            public void settle(Settling settling) {
                settling.on(store);
            }
        };
    }
}
