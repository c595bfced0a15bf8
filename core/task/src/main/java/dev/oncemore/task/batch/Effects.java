package dev.oncemore.task.batch;

import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.TaskStore;

/** How the effects of a chunk and what the store has to know of them come to be. */
interface Effects<T> {

    /** Does the chunk, then settles it. */
    void run(Chunk<T> chunk, Settling settling) throws Exception;

    /** Settles without doing anything. */
    void settle(Settling settling) throws Exception;

    /** What the store is told in the end. */
    interface Settling {
        void on(TaskStore store);
    }

    /** Together, in the user's transaction: both or neither. */
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

    /** First the effects: a crash in between lets them happen again, under the same keys. */
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
