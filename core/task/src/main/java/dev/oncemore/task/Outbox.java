package dev.oncemore.task;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskStore.Enqueued;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Enqueues tasks, on the store itself or in a user transaction, in which they commit together with the user's rows. */
public final class Outbox {
    private final Engine engine;
    private final Function<NewTask, Enqueued> verb;

    Outbox(Engine engine, Function<NewTask, Enqueued> verb) {
        this.engine = engine;
        this.verb = verb;
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
        Bytes bytes = Bytes.of(engine.encode(Objects.requireNonNull(payload, "payload")));
        return enqueue(kind, engine.settings.requirePayload(bytes), options);
    }

    TaskHandle enqueue(String kind, Bytes bytes, TaskOptions options) {
        Task task = new Task(
                engine.settings.ids.next(),
                options.queue,
                kind,
                bytes,
                engine.hooks.complete(options.headers),
                options.priority,
                options.maxAttempts,
                lane(options),
                options.dedupKey);
        Enqueued enqueued = verb.apply(new NewTask(task, options.delay));
        engine.emit(new TaskEvent.Enqueued(task.queue(), kind, enqueued.id(), enqueued.isNew()), task);
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
