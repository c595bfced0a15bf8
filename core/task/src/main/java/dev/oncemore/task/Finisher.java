package dev.oncemore.task;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStore;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Records how attempts ended, in batches, without delaying the threads that execute tasks: conclusions submitted while
 * a batch is being written share the next one. Conclusions submitted together are written together. While the store is
 * unavailable they wait, and so do new claims, because unrecorded tasks still count as held.
 */
final class Finisher {
    private static final int BATCH_MAX = 256;

    private final Engine engine;
    private final Executor executor;
    private final Settling settling;
    private final ArrayDeque<Group> pending = new ArrayDeque<>();
    private final UnderWay underWay;
    private final RateLimitedLogger log;
    private int idleWriters;
    private boolean postponed;

    Finisher(Engine engine, Executor executor, Settling settling) {
        this.engine = engine;
        this.executor = executor;
        this.settling = settling;
        underWay = new UnderWay(engine.settings.time);
        log = new RateLimitedLogger(Engine.LOG, engine.settings.time);
        idleWriters = engine.store.concurrentBatches();
    }

    /** Receives the store's responses. */
    interface Settling {
        /** Called when it is durable, or the owner had lost the task. */
        void settled(Conclusion conclusion, boolean accepted);

        /** Called when the store will never accept it: the lease expires, and another attempt follows. */
        void unwritable(Conclusion conclusion);
    }

    void submit(List<Conclusion> together) {
        submit(together, isWritten -> {});
    }

    /** Submits conclusions, and calls back with whether they are durable or will never be written. */
    void submit(List<Conclusion> together, Consumer<Boolean> then) {
        if (together.isEmpty()) {
            return;
        }
        synchronized (this) {
            underWay.enter();
            pending.add(new Group(together, then, false));
        }
        startWriter();
    }

    /** Tracks the submitted conclusions until they are written or cannot be. */
    UnderWay underWay() {
        return underWay;
    }

    private void startWriter() {
        synchronized (this) {
            if (idleWriters == 0 || postponed || pending.isEmpty()) {
                return;
            }
            idleWriters--;
        }
        try {
            executor.execute(this::write);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            log.log(Level.ERROR, "the executor rejected the writer; ends of tasks are written by this thread", e);
            write();
        }
    }

    private void write() {
        for (List<Group> batch = take(); !batch.isEmpty(); batch = take()) {
            write(batch.get(0).wasLocked ? engine.store.withoutWaiting() : engine.store, batch);
        }
    }

    /**
     * Takes groups up to the batch size, at least one. Empty if this writer may end. Each task is in a batch once: the
     * end of a deposed run waits for the next batch if the rightful run's end is in this one. Ends that were found locked
     * have batches of their own, which do not wait, so that they hold up no others.
     */
    private synchronized List<Group> take() {
        List<Group> batch = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Iterator<Group> groups = pending.iterator(); groups.hasNext() && !postponed; ) {
            Group group = groups.next();
            if (ids.size() + group.conclusions.size() > BATCH_MAX && !batch.isEmpty()) {
                break;
            }
            boolean fits = batch.isEmpty() || batch.get(0).wasLocked == group.wasLocked;
            if (fits && Collections.disjoint(ids, group.ids())) {
                groups.remove();
                batch.add(group);
                ids.addAll(group.ids());
            }
        }
        if (batch.isEmpty()) {
            idleWriters++;
        }
        return batch;
    }

    private void write(TaskStore store, List<Group> batch) {
        List<Conclusion> conclusions =
                batch.stream().flatMap(group -> group.conclusions.stream()).toList();
        List<TaskFinish> finishes = conclusions.stream().map(Conclusion::finish).toList();
        List<Boolean> answers;
        try {
            answers = engine.asking(() -> finishUnlessLocked(store, finishes));
            log.recovered("ends of tasks are written again");
        } catch (RuntimeException | Error e) {
            failed(store, batch, e);
            return;
        }
        if (answers.isEmpty()) {
            locked(batch);
            return;
        }
        for (int i = 0; i < conclusions.size(); i++) {
            settle(conclusions.get(i), answers.get(i));
        }
        batch.forEach(group -> end(group, true));
    }

    /** Empty if a user's open transaction has one of the tasks. */
    private static List<Boolean> finishUnlessLocked(TaskStore store, List<TaskFinish> finishes) {
        try {
            return store.finish(finishes);
        } catch (RecordLockedException e) {
            return List.of();
        }
    }

    /** The others must not wait for that transaction, which may be a long one. The whole batch did; its halves do not. */
    private void locked(List<Group> batch) {
        int half = batch.size() / 2;
        if (half > 0) {
            TaskStore atOnce = engine.store.withoutWaiting();
            write(atOnce, batch.subList(0, half));
            write(atOnce, batch.subList(half, batch.size()));
            return;
        }
        log.log(
                Level.WARNING,
                "an end waits for another transaction",
                "the ends of " + batch.get(0).ids() + " wait for an open transaction that has one of the tasks",
                null);
        engine.settings.time.alarm(engine.settings.pollInterval.toNanos(), () -> {
            synchronized (this) {
                pending.add(batch.get(0).locked());
            }
            startWriter();
        });
    }

    /** Survives exceptions, because a writer serves all tasks of its node. */
    private void settle(Conclusion conclusion, boolean accepted) {
        try {
            settling.settled(conclusion, accepted);
        } catch (RuntimeException | Error e) {
            Engine.LOG.log(Level.ERROR, conclusion.run() + " has ended, but its completion callback failed", e);
        }
    }

    /** Submits follow-up work before the group counts as ended, so that waiting for all includes it. */
    private void end(Group group, boolean isWritten) {
        group.then.accept(isWritten);
        underWay.leave();
    }

    private void failed(TaskStore store, List<Group> batch, Throwable failure) {
        if (failure instanceof Error || Classifier.standard().classify(failure).retryable()) {
            log.log(Level.WARNING, "the ends of " + batch.size() + " tasks could not be written yet", failure);
            postpone(batch);
        } else if (batch.size() > 1) {
            // One bad request must not fail the others.
            batch.forEach(group -> write(store, List.of(group)));
        } else {
            Group group = batch.get(0);
            Engine.LOG.log(Level.ERROR, "the end of " + group.conclusions.get(0).run() + " cannot be written", failure);
            group.conclusions.forEach(settling::unwritable);
            end(group, false);
        }
    }

    private void postpone(List<Group> batch) {
        synchronized (this) {
            for (int i = batch.size() - 1; i >= 0; i--) {
                pending.addFirst(batch.get(i));
            }
            if (postponed) {
                return;
            }
            postponed = true;
        }
        engine.settings.time.alarm(engine.settings.pollInterval.toNanos(), () -> {
            synchronized (this) {
                postponed = false;
            }
            startWriter();
        });
    }

    private record Group(List<Conclusion> conclusions, Consumer<Boolean> then, boolean wasLocked) {
        Group locked() {
            return new Group(conclusions, then, true);
        }

        List<String> ids() {
            return conclusions.stream().map(conclusion -> conclusion.run().id()).toList();
        }
    }
}
