package dev.oncemore.task.schedule;

import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.task.ScheduleConformance;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

class InMemorySchedulesTest extends ScheduleConformance {
    private final VirtualTime time = new VirtualTime();

    @Override
    protected TaskStore openStore() {
        Instant start = Instant.parse("2026-01-01T00:00:00.5Z");
        return new InMemoryTaskStore(time, InstantSource.fixed(start), 100_000);
    }

    @Override
    protected void letTimePass(Duration span) {
        time.advance(span);
    }
}
