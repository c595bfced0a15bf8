package dev.oncemore.task;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A handle to read the status of an enqueued task. {@link Tasks#find} creates one from an id. */
public final class TaskHandle {
    private static final long MOMENT_NANOS = Duration.ofMillis(5).toNanos();
    private static final long FIRST_LOOK_NANOS = Duration.ofMillis(25).toNanos();
    private static final long SLOWEST_LOOK_NANOS = Duration.ofMillis(500).toNanos();

    private final Engine engine;
    private final String id;
    private final boolean isNew;
    private final long createdNanos;

    TaskHandle(Engine engine, String id, boolean isNew) {
        this.engine = engine;
        this.id = id;
        this.isNew = isNew;
        createdNanos = engine.settings.time.nanoTime();
    }

    /** The task's id. */
    public String id() {
        return id;
    }

    /** False if the task already existed: its dedup key was taken. */
    public boolean isNew() {
        return isNew;
    }

    /** Its current status; empty if it never existed, was rolled back, or was purged. */
    public Optional<TaskStatus> poll() {
        return engine.status(id);
    }

    /**
     * Waits on this thread until the task has ended; empty if it has not by then. It is woken by the end of a task that ran in
     * this process, and on PostgreSQL by one that ran elsewhere; otherwise it looks at growing intervals, up to half a second.
     * Short tasks that run here are not looked at before they end.
     */
    public Optional<TaskStatus> await(Duration atMost) throws InterruptedException {
        Time time = engine.settings.time;
        long start = time.nanoTime();
        long mostNanos = Durations.saturatedNanos(atMost);
        long pause = FIRST_LOOK_NANOS;
        int looks = 0;
        boolean hasAsked = false;
        CompletableFuture<Optional<TaskStatus>> ended = engine.endWaits.join(id);
        try {
            long moment = momentNanos(start);
            if (moment > 0) {
                time.await(ended, Math.min(moment, mostNanos));
            }
            while (true) {
                boolean isHeard = ended.isDone();
                if (isHeard) {
                    Optional<TaskStatus> told = ended.join();
                    if (told.isPresent()) {
                        return told;
                    }
                    // Before the look, so that no end is missed between the two.
                    CompletableFuture<Optional<TaskStatus>> heard = ended;
                    ended = engine.endWaits.join(id);
                    engine.endWaits.leave(id, heard);
                }
                long left = mostNanos - (time.nanoTime() - start);
                boolean runsHere = !isHeard && engine.runsHere(id);
                if (!runsHere || pause == SLOWEST_LOOK_NANOS || left <= 0) {
                    looks++;
                    if (!isHeard && !runsHere && engine.asksElsewhere(looks, hasAsked)) {
                        engine.store.requestEnd(id);
                        hasAsked = true;
                    }
                    Optional<TaskStatus> status =
                            poll().filter(found -> found.state().isEnd());
                    left = mostNanos - (time.nanoTime() - start);
                    if (status.isPresent() || left <= 0) {
                        return status;
                    }
                }
                time.await(ended, Math.min(pause, left));
                pause = Math.min(pause * 2, SLOWEST_LOOK_NANOS);
            }
        } finally {
            engine.endWaits.leave(id, ended);
        }
    }

    /** A task that was enqueued just now has hardly ended yet: the first look is worth waiting for. */
    private long momentNanos(long nowNanos) {
        long age = nowNanos - createdNanos;
        if (!isNew || age >= MOMENT_NANOS) {
            return 0;
        }
        return (engine.running.get() > 0 ? FIRST_LOOK_NANOS : MOMENT_NANOS) - age;
    }

    /** Its history so far, one line per claim: the first {@code linesMax} lines. */
    public List<LogEntry> history(int linesMax) {
        return engine.asking(() -> engine.store.log(id, 0, linesMax));
    }

    /** Its result, if it is done and has one. */
    public <T> Optional<T> result(Class<T> type) {
        return poll().map(TaskStatus::result)
                .map(Bytes::toArray)
                .map(bytes -> engine.settings.codecs.of(type).decode(bytes));
    }

    @Override
    public String toString() {
        return "task " + id;
    }
}
