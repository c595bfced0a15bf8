package dev.oncemore.testkit.task;

import dev.oncemore.task.store.TaskStore;
import java.time.Duration;
import java.time.Instant;

/** The same store as a node sees it that believes it is earlier or later: what an outage, or a bad clock, leaves behind. */
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
