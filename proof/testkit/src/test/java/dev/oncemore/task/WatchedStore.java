package dev.oncemore.task;

import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.task.DelegatingTaskStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Counts the verbs that reach a store, and can be out of order. */
final class WatchedStore extends DelegatingTaskStore {
    final AtomicInteger claims = new AtomicInteger();
    final List<Integer> extensions = new CopyOnWriteArrayList<>();
    final List<Integer> finishes = new CopyOnWriteArrayList<>();
    /** Throws when it does not like a batch. */
    volatile Consumer<List<TaskFinish>> beforeFinish = batch -> {};

    volatile Runnable beforeClaim = () -> {};

    volatile Runnable beforeExtend = () -> {};

    volatile Runnable beforeEnqueue = () -> {};

    WatchedStore(TaskStore store) {
        super(store);
    }

    @Override
    public List<Enqueued> enqueue(List<NewTask> tasks) {
        beforeEnqueue.run();
        return super.enqueue(tasks);
    }

    @Override
    public List<Claimed> claim(ClaimRequest claim) {
        claims.incrementAndGet();
        beforeClaim.run();
        return super.claim(claim);
    }

    @Override
    public List<Boolean> extend(List<TaskExtension> batch) {
        beforeExtend.run();
        List<Boolean> answers = super.extend(batch);
        extensions.add(batch.size());
        return answers;
    }

    @Override
    public List<Boolean> finish(List<TaskFinish> batch) {
        beforeFinish.accept(batch);
        finishes.add(batch.size());
        return super.finish(batch);
    }
}
