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

/**
 * Where tasks are enqueued: on the store itself, or in a transaction of the user's, so that they come to be together with the
 * user's rows or not at all.
 */
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
     * Enqueues a task. The kind need not have a handler here: a node that works on its queue has one. Where none does,
     * it is tried again until its attempts are used up, and then is a dead letter.
     *
     * @param kind which handler does it: 1 to 100 printable ASCII characters
     * @param payload what the handler gets; the settings' codecs write it
     * @param options how, where that is not as usual
     * @throws IllegalArgumentException when something is out of bounds; the message names the rule, and nothing is stored
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
                options.headers,
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
