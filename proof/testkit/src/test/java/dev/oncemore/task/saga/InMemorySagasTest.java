package dev.oncemore.task.saga;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.task.SagaConformance;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

class InMemorySagasTest extends SagaConformance {
    private final VirtualTime time = new VirtualTime();
    private final InstantSource clock = () -> Instant.EPOCH.plus(time.elapsed());

    @Override
    protected TaskStore openTaskStore() {
        return new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
    }

    @Override
    protected RecordStore openRecordStore() {
        return new InMemoryRecordStore(time, clock, 1_000);
    }

    @Override
    protected void letTimePass(Duration span) {
        time.advance(span);
    }
}
