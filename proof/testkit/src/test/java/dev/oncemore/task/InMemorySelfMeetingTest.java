package dev.oncemore.task;

import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.task.ReclaimConformance;

class InMemorySelfMeetingTest extends ReclaimConformance {
    @Override
    protected TaskStore openStore() {
        return new InMemoryTaskStore();
    }
}
