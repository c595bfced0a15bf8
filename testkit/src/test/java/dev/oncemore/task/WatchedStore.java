package dev.oncemore.task;

import dev.oncemore.task.store.Claim;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.Extension;
import dev.oncemore.task.store.Finish;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Notes;
import dev.oncemore.task.store.Queues;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Counts the verbs that reach a store, and can be out of order. */
final class WatchedStore implements TaskStore {
    final TaskStore store;
    final AtomicInteger claims = new AtomicInteger();
    final List<Integer> extensions = new CopyOnWriteArrayList<>();
    final List<Integer> finishes = new CopyOnWriteArrayList<>();
    /** Throws when it does not like a batch. */
    volatile Consumer<List<Finish>> beforeFinish = batch -> {};

    volatile Runnable beforeClaim = () -> {};

    volatile Runnable beforeExtend = () -> {};

    volatile Runnable beforeEnqueue = () -> {};

    WatchedStore(TaskStore store) {
        this.store = store;
    }

    @Override
    public List<Enqueued> enqueue(List<NewTask> tasks) {
        beforeEnqueue.run();
        return store.enqueue(tasks);
    }

    @Override
    public List<Claimed> claim(Claim claim) {
        claims.incrementAndGet();
        beforeClaim.run();
        return store.claim(claim);
    }

    @Override
    public List<Boolean> extend(List<Extension> batch) {
        beforeExtend.run();
        List<Boolean> answers = store.extend(batch);
        extensions.add(batch.size());
        return answers;
    }

    @Override
    public List<Boolean> finish(List<Finish> batch) {
        beforeFinish.accept(batch);
        finishes.add(batch.size());
        return store.finish(batch);
    }

    @Override
    public List<Boolean> cancel(List<String> ids, String reason, String who) {
        return store.cancel(ids, reason, who);
    }

    @Override
    public List<Optional<TaskStatus>> find(List<String> ids) {
        return store.find(ids);
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
    public int purge(Duration endedFor, Duration discardedFor, int tasksMax) {
        return store.purge(endedFor, discardedFor, tasksMax);
    }

    @Override
    public Subscription onWork(Consumer<String> listener) {
        return store.onWork(listener);
    }

    @Override
    public Instant now() {
        return store.now();
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }
}
