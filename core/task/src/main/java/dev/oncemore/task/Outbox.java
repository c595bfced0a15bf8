package dev.oncemore.task;

import dev.oncemore.internal.Bounds;
import dev.oncemore.internal.Text;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskStore.Enqueued;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Enqueues tasks, on the store itself or in a user transaction, in which they commit together with the user's rows. */
public final class Outbox {
    /** The most tasks of one {@link #enqueueAll(String, List)}. */
    public static final int ENQUEUE_ALL_MAX = 10_000;

    private static final long ENQUEUE_ALL_BYTES_MAX = 64 << 20;

    private final Engine engine;
    private final Function<NewTask, Enqueued> one;
    private final Function<List<NewTask>, List<Enqueued>> all;

    Outbox(Engine engine, Function<NewTask, Enqueued> one, Function<List<NewTask>, List<Enqueued>> all) {
        this.engine = engine;
        this.one = one;
        this.all = all;
    }

    /** As {@link #enqueue(String, Object, TaskOptions)}, with the standard options. */
    public TaskHandle enqueue(String kind, Object payload) {
        return enqueue(kind, payload, TaskOptions.standard());
    }

    /**
     * Enqueues a task. The kind needs no handler here, only on the nodes that serve its queue. Without one, the task is
     * retried until its attempts are used up, and then becomes a dead letter.
     *
     * @param kind selects the handler: 1 to 100 printable ASCII characters
     * @param payload the input of the handler; the settings' codecs write it
     * @param options the options that differ from the defaults
     * @throws IllegalArgumentException if a value is out of bounds; the message names the rule, and nothing is stored
     */
    public TaskHandle enqueue(String kind, Object payload, TaskOptions options) {
        return enqueue(kind, encoded(payload), options);
    }

    /** As {@link #enqueueAll(String, List, Function)}, with the standard options. */
    public List<TaskHandle> enqueueAll(String kind, List<?> payloads) {
        return enqueueAll(kind, payloads, TaskOptions.standard());
    }

    /**
     * As {@link #enqueueAll(String, List, Function)}, with the same options for each.
     *
     * @throws IllegalArgumentException also if the options have a dedup key, which would make one task of all payloads
     */
    public List<TaskHandle> enqueueAll(String kind, List<?> payloads, TaskOptions options) {
        if (options.dedupKey != null && payloads.size() > 1) {
            throw new IllegalArgumentException("dedup key '" + options.dedupKey + "' is the same for all "
                    + payloads.size() + " payloads, of which one task would be left; pass a function that gives each"
                    + " payload its own options");
        }
        return enqueueAll(kind, payloads, payload -> options);
    }

    /**
     * Enqueues a task for each payload, all of them or none: in one transaction, and in one statement where the database
     * can. Tasks of a lane keep the order of the list.
     *
     * @param kind as in {@link #enqueue(String, Object, TaskOptions)}
     * @param payloads at most 10,000, with at most 64 MiB together
     * @param optionsOf the options for a payload, such as its dedup key
     * @return a handle for each payload, in their order; where a dedup key was taken, by an earlier task or by one
     *     before it in the list, that of the existing task
     * @throws IllegalArgumentException if a value is out of bounds; the message names the rule, and nothing is stored
     */
    public <T> List<TaskHandle> enqueueAll(
            String kind, List<? extends T> payloads, Function<? super T, TaskOptions> optionsOf) {
        Bounds.between("the number of payloads", payloads.size(), 0, ENQUEUE_ALL_MAX);
        List<NewTask> newTasks = new ArrayList<>(payloads.size());
        long bytes = 0;
        for (T payload : payloads) {
            NewTask newTask = newTask(kind, encoded(payload), optionsOf.apply(payload));
            bytes = requireRoom(bytes, newTask);
            newTasks.add(newTask);
        }
        return newTasks.isEmpty() ? List.of() : handles(newTasks, all.apply(newTasks));
    }

    /**
     * Enqueues prepared tasks, of any kinds and queues; as {@link #enqueueAll(String, List, Function)} otherwise. One that is
     * in the store already is not enqueued again.
     *
     * @param prepared by {@link Tasks#prepare}; at most 10,000, with at most 64 MiB together
     */
    public List<TaskHandle> enqueuePrepared(List<NewTask> prepared) {
        Bounds.between("the number of tasks", prepared.size(), 0, ENQUEUE_ALL_MAX);
        long bytes = 0;
        for (NewTask newTask : prepared) {
            bytes = requireRoom(bytes, newTask);
        }
        return prepared.isEmpty() ? List.of() : handles(prepared, all.apply(prepared));
    }

    private static long requireRoom(long bytesBefore, NewTask newTask) {
        long bytes = bytesBefore + newTask.task().payload().size();
        if (bytes > ENQUEUE_ALL_BYTES_MAX) {
            throw new IllegalArgumentException("the payloads have over " + ENQUEUE_ALL_BYTES_MAX
                    + " bytes together; enqueue them in several lists");
        }
        return bytes;
    }

    NewTask prepare(String kind, Object payload, TaskOptions options) {
        return newTask(kind, encoded(payload), options);
    }

    private List<TaskHandle> handles(List<NewTask> newTasks, List<Enqueued> answers) {
        List<TaskHandle> handles = new ArrayList<>(answers.size());
        for (int i = 0; i < answers.size(); i++) {
            handles.add(handle(newTasks.get(i).task(), answers.get(i)));
        }
        return handles;
    }

    private Bytes encoded(Object payload) {
        Bytes bytes = Bytes.of(engine.encode(Objects.requireNonNull(payload, "payload")));
        return engine.settings.requirePayload(bytes);
    }

    TaskHandle enqueue(String kind, Bytes bytes, TaskOptions options) {
        NewTask newTask = newTask(kind, bytes, options);
        return handle(newTask.task(), one.apply(newTask));
    }

    private NewTask newTask(String kind, Bytes bytes, TaskOptions options) {
        Text.requireKeyLike("kind", kind, Task.NAME_LENGTH_MAX);
        Task task = new Task(
                engine.settings.ids.next() + options.idSuffix,
                options.queue,
                kind,
                bytes,
                engine.hooks.complete(options.headers),
                options.priority,
                options.maxAttempts,
                lane(options),
                options.dedupKey);
        engine.noteQueue(options.queue);
        return new NewTask(task, options.delay);
    }

    private TaskHandle handle(Task task, Enqueued enqueued) {
        if (engine.listens()) {
            TaskEvent event = new TaskEvent.Enqueued(task.queue(), task.kind(), enqueued.id(), enqueued.isNew());
            OpenTransaction.reportAfterCommit(() -> engine.emit(event, task));
        }
        return new TaskHandle(engine, enqueued.id(), enqueued.isNew());
    }

    private @Nullable Lane lane(TaskOptions options) {
        if (options.lane == null) {
            return null;
        }
        OnPoison onPoison = options.onPoison;
        if (onPoison == null) {
            onPoison = engine.settings
                    .queues
                    .getOrDefault(options.queue, QueueSettings.standard())
                    .onPoison();
        }
        return new Lane(options.lane, onPoison);
    }
}
