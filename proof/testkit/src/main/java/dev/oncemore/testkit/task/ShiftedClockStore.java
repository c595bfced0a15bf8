package dev.oncemore.testkit.task;

import dev.oncemore.task.store.TaskStore;
import java.time.Duration;
import java.time.Instant;

/** A store as seen by a node whose clock is shifted, to test the effects of outages and wrong clocks. */
final class ShiftedClockStore extends DelegatingTaskStore {
    private final Duration shift;

    ShiftedClockStore(TaskStore store, Duration shift) {
        super(store);
        this.shift = shift;
    }

    @Override
    public Instant now() {
        return super.now().plus(shift);
    }
}
