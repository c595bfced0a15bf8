package dev.oncemore.task.batch;

import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.InMemoryTransaction;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.testkit.task.BatchConformance;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

class InMemoryBatchTest extends BatchConformance<InMemoryTransaction> {
    private final VirtualTime time = new VirtualTime();
    private final InMemoryTaskStore store = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 10_000);

    @Override
    protected JoiningTaskStore<InMemoryTransaction> openStore() {
        return store;
    }

    @Override
    protected void letTimePass(Duration span) {
        time.advance(span);
    }

    @Override
    protected BatchTransactions<InMemoryTransaction> transactions() {
        return work -> {
            InMemoryTransaction transaction = store.begin();
            try {
                work.run(transaction);
            } catch (Throwable thrown) {
                transaction.rollback();
                throw thrown;
            }
            transaction.commit();
        };
    }
}
