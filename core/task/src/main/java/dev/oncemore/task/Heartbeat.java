package dev.oncemore.task;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.Time;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Renews the leases of all held tasks together, three times before they expire; marks lost ones. */
final class Heartbeat {
    private static final int BATCH_MAX = 500;
    private static final int BEATS_A_LEASE = 3;
    /** How often a beat is attempted while the executor rejects it. */
    private static final int TRIES_A_LEASE = 30;

    private final Engine engine;
    private final Executor executor;
    private final RateLimitedLogger log;
    /** All held runs, by exclusion key. */
    private final Map<String, List<TaskRun>> held = new LinkedHashMap<>();

    private Time.@Nullable Alarm alarm;
    private boolean stopped;

    Heartbeat(Engine engine, Executor executor) {
        this.engine = engine;
        this.executor = executor;
        log = new RateLimitedLogger(Engine.LOG, engine.settings.time);
    }

    /**
     * Adds the runs of one claim. Held runs of the same task or lane from earlier claims are deposed at once, because
     * the store never gives a task twice under a live lease. Returns how many.
     */
    int add(List<TaskRun> runs) {
        Set<TaskRun> before = new LinkedHashSet<>();
        synchronized (this) {
            runs.forEach(run -> before.addAll(held.getOrDefault(run.exclusionKey(), List.of())));
            runs.forEach(run -> held.computeIfAbsent(run.exclusionKey(), key -> new ArrayList<>(1))
                    .add(run));
            schedule();
        }
        return (int) before.stream().filter(TaskRun::depose).count();
    }

    synchronized void remove(TaskRun run) {
        held.computeIfPresent(run.exclusionKey(), (key, runs) -> {
            runs.remove(run);
            return runs.isEmpty() ? null : runs;
        });
        if (held.isEmpty() && alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    synchronized boolean isHolding() {
        return !held.isEmpty();
    }

    /** Whether it is a task without a lane that is held, and not known to be lost. */
    synchronized boolean isHolding(String id) {
        return held.getOrDefault(id, List.of()).stream().anyMatch(run -> !run.isLost());
    }

    synchronized int size() {
        return held.values().stream().mapToInt(List::size).sum();
    }

    synchronized List<TaskRun> held() {
        return held.values().stream().flatMap(List::stream).toList();
    }

    /**
     * Marks a run lost, with all runs of its lane that are behind it or from earlier claims: another claim may have the
     * lane. Runs before it in the same claim are kept: lanes are claimed from the head on, and a person may have
     * cancelled only this task.
     */
    void lose(TaskRun run) {
        List<TaskRun> lost = new ArrayList<>();
        synchronized (this) {
            List<TaskRun> rivals = held.getOrDefault(run.exclusionKey(), List.of());
            int at = rivals.indexOf(run);
            for (int i = 0; i < rivals.size(); i++) {
                TaskRun other = rivals.get(i);
                if (i >= at ? other.isOfClaimUpTo(run) : other.isOfClaimBefore(run)) {
                    lost.add(other);
                }
            }
        }
        lost.forEach(TaskRun::lose);
    }

    synchronized void stop() {
        stopped = true;
        if (alarm != null) {
            alarm.cancel();
        }
    }

    private void schedule() {
        schedule(BEATS_A_LEASE);
    }

    private synchronized void schedule(int timesALease) {
        if (alarm == null && !stopped && !held.isEmpty()) {
            long pause = engine.settings.lease.toNanos() / timesALease;
            alarm = engine.settings.time.alarm(pause, this::startBeat);
        }
    }

    /** Retries a rejected beat soon: without it, all held tasks would go to other nodes while they run here. */
    private void startBeat() {
        try {
            executor.execute(this::beat);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            log.log(Level.ERROR, "the executor rejected the heartbeat; it is retried soon", e);
            scheduleNext(TRIES_A_LEASE);
        }
    }

    private synchronized void scheduleNext(int timesALease) {
        alarm = null;
        schedule(timesALease);
    }

    private void beat() {
        renewNow();
        scheduleNext(BEATS_A_LEASE);
    }

    /** Renews the leases of all held tasks, and marks lost ones. */
    void renewNow() {
        ArrayDeque<TaskRun> due = new ArrayDeque<>();
        // Lost runs are not extended: the rest of a lane behind a lost head may still have a lease under this fence.
        held().stream().filter(run -> !run.isLost()).forEach(due::add);
        while (!due.isEmpty()) {
            List<TaskRun> batch = takeBatch(due);
            try {
                beatUnlessLocked(engine.store, batch);
                log.recovered("heartbeats succeed again");
            } catch (RuntimeException | Error e) {
                // The next beat may succeed; if none does, the leases expire and other nodes take over.
                log.log(
                        Level.WARNING,
                        "the heartbeat of " + batch.size() + " tasks failed; it is retried with the next one",
                        e);
            }
        }
    }

    /**
     * A task in a user's open transaction must not cost the others their leases; its own is renewed by a later beat. Only the
     * whole batch waits for that transaction, its halves do not.
     */
    private void beatUnlessLocked(TaskStore store, List<TaskRun> runs) {
        try {
            beat(store, runs);
        } catch (RecordLockedException e) {
            int half = runs.size() / 2;
            if (half > 0) {
                TaskStore atOnce = engine.store.withoutWaiting();
                beatUnlessLocked(atOnce, runs.subList(0, half));
                beatUnlessLocked(atOnce, runs.subList(half, runs.size()));
            }
        }
    }

    /** Each task once per batch: a deposed run may still be held next to the new one. */
    private static List<TaskRun> takeBatch(ArrayDeque<TaskRun> due) {
        List<TaskRun> batch = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (int left = due.size(); left > 0 && batch.size() < BATCH_MAX; left--) {
            TaskRun run = due.remove();
            if (ids.add(run.id())) {
                batch.add(run);
            } else {
                due.add(run);
            }
        }
        return batch;
    }

    private void beat(TaskStore store, List<TaskRun> runs) {
        List<TaskExtension> extensions = new ArrayList<>(runs.size());
        for (TaskRun run : runs) {
            extensions.add(new TaskExtension(run.id(), run.fence(), engine.settings.lease));
        }
        List<Boolean> answers = store.extend(extensions);
        for (int i = 0; i < runs.size(); i++) {
            // An end recorded in the meantime looks like a loss to the store, but affects no other run.
            if (!answers.get(i) && !runs.get(i).hasEnded()) {
                lose(runs.get(i));
            }
        }
    }
}
