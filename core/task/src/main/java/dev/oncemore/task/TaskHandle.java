package dev.oncemore.task;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A handle to read the status of an enqueued task. {@link Tasks#find} creates one from an id. */
public final class TaskHandle {
    private static final long FIRST_LOOK_NANOS = Duration.ofMillis(5).toNanos();
    private static final long SLOWEST_LOOK_NANOS = Duration.ofMillis(500).toNanos();

    private final Engine engine;
    private final String id;
    private final boolean isNew;

    TaskHandle(Engine engine, String id, boolean isNew) {
        this.engine = engine;
        this.id = id;
        this.isNew = isNew;
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

    /** Waits on this thread until the task has ended; empty if it has not by then. */
    public Optional<TaskStatus> await(Duration atMost) throws InterruptedException {
        long start = engine.settings.time.nanoTime();
        long pause = FIRST_LOOK_NANOS;
        while (true) {
            Optional<TaskStatus> status = poll().filter(found -> found.state().isEnd());
            long left = Durations.saturatedNanos(atMost) - (engine.settings.time.nanoTime() - start);
            if (status.isPresent() || left <= 0) {
                return status;
            }
            engine.settings.time.sleep(Math.min(pause, left));
            pause = Math.min(pause * 2, SLOWEST_LOOK_NANOS);
        }
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
