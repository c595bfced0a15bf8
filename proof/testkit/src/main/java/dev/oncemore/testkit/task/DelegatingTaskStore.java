package dev.oncemore.testkit.task;

import dev.oncemore.By;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.task.store.Notes;
import dev.oncemore.task.store.Queues;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A store that delegates every verb, for tests that override some of them. */
public abstract class DelegatingTaskStore implements TaskStore {
    private final TaskStore store;

    /** Delegates to this store. */
    protected DelegatingTaskStore(TaskStore store) {
        this.store = store;
    }

    @Override
    public Instant now() {
        return store.now();
    }

    @Override
    public List<Enqueued> enqueue(List<NewTask> tasks) {
        return store.enqueue(tasks);
    }

    @Override
    public List<Claimed> claim(ClaimRequest claim) {
        return store.claim(claim);
    }

    @Override
    public List<Boolean> extend(List<TaskExtension> extensions) {
        return store.extend(extensions);
    }

    @Override
    public List<Boolean> finish(List<TaskFinish> finishes) {
        return store.finish(finishes);
    }

    @Override
    public List<Boolean> cancel(List<String> ids, By by) {
        return store.cancel(ids, by);
    }

    @Override
    public List<Optional<TaskStatus>> find(List<String> ids) {
        return store.find(ids);
    }

    @Override
    public Optional<String> findByKey(String queue, String dedupKey) {
        return store.findByKey(queue, dedupKey);
    }

    @Override
    public List<LogEntry> log(String id, long afterFence, int entriesMax) {
        return store.log(id, afterFence, entriesMax);
    }

    @Override
    public DeadLetters deadLetters() {
        return store.deadLetters();
    }

    @Override
    public Queues queues() {
        return store.queues();
    }

    @Override
    public Notes notes() {
        return store.notes();
    }

    @Override
    public Optional<Nodes> nodes() {
        return store.nodes();
    }

    @Override
    public int purge(Duration endedFor, Duration discardedFor, int tasksMax) {
        return store.purge(endedFor, discardedFor, tasksMax);
    }

    @Override
    public Subscription onWork(Consumer<String> listener) {
        return store.onWork(listener);
    }

    @Override
    public Subscription onEnd(Consumer<Ended> listener) {
        return store.onEnd(listener);
    }

    @Override
    public void requestEnd(String id) {
        store.requestEnd(id);
    }

    @Override
    public List<String> warnings() {
        return store.warnings();
    }
}
