package dev.oncemore.torture.nemesis.node;

import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.task.DelegatingTaskStore;
import java.util.List;

/** A task store behind the node's active fault. */
final class FaultyTaskStore extends DelegatingTaskStore {
    private final TaskStore store;
    private final FaultSwitch faults;

    FaultyTaskStore(TaskStore store, FaultSwitch faults) {
        super(store);
        this.store = store;
        this.faults = faults;
    }

    @Override
    public List<Enqueued> enqueue(List<NewTask> tasks) {
        return faults.verb(() -> super.enqueue(tasks));
    }

    @Override
    public List<Claimed> claim(ClaimRequest claim) {
        return faults.verb(() -> super.claim(claim));
    }

    @Override
    public List<Boolean> extend(List<TaskExtension> extensions) {
        return faults.extend(() -> super.extend(extensions));
    }

    @Override
    public List<Boolean> finish(List<TaskFinish> finishes) {
        return faults.finish(() -> super.finish(finishes));
    }

    @Override
    public int concurrentBatches() {
        return store.concurrentBatches();
    }
}
