package dev.oncemore.task;

import dev.oncemore.task.store.Extension;
import dev.oncemore.time.Time;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Renews the leases of all tasks that a worker holds, together, three times before they run out; tells those that are lost. */
final class Heartbeat {
    private static final int BATCH_MAX = 500;
    private static final int BEATS_A_LEASE = 3;
    /** How often a beat is tried while the executor takes no work. */
    private static final int TRIES_A_LEASE = 30;

    private final Engine engine;
    private final Executor executor;
    private final Set<TaskRun> held = new LinkedHashSet<>();
    private Time.@Nullable Alarm alarm;
    private boolean stopped;

    Heartbeat(Engine engine, Executor executor) {
        this.engine = engine;
        this.executor = executor;
    }

    synchronized void add(List<TaskRun> runs) {
        held.addAll(runs);
        schedule();
    }

    synchronized void remove(TaskRun run) {
        held.remove(run);
        if (held.isEmpty() && alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    synchronized List<TaskRun> held() {
        return List.copyOf(held);
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

    /** A beat that finds no thread is tried again soon: without it all that is held would go to others while it runs here. */
    private void startBeat() {
        try {
            executor.execute(this::beat);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            Engine.LOG.log(Level.ERROR, "the executor takes no work; the heartbeat is late", e);
            scheduleNext(TRIES_A_LEASE);
        }
    }

    private synchronized void scheduleNext(int timesALease) {
        alarm = null;
        schedule(timesALease);
    }

    private void beat() {
        List<TaskRun> runs = held();
        try {
            for (int from = 0; from < runs.size(); from += BATCH_MAX) {
                beat(runs.subList(from, Math.min(runs.size(), from + BATCH_MAX)));
            }
        } catch (RuntimeException | Error e) {
            // The next beat may get through; if none does, the leases end and others take over.
            Engine.LOG.log(Level.WARNING, "no heartbeat for " + runs.size() + " tasks got through", e);
        }
        scheduleNext(BEATS_A_LEASE);
    }

    private void beat(List<TaskRun> runs) {
        List<Extension> extensions = new ArrayList<>(runs.size());
        for (TaskRun run : runs) {
            extensions.add(new Extension(run.id(), run.fence(), engine.settings.lease));
        }
        List<Boolean> answers = engine.store.extend(extensions);
        for (int i = 0; i < runs.size(); i++) {
            if (!answers.get(i)) {
                runs.get(i).lose();
            }
        }
    }
}
