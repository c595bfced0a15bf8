package dev.oncemore.task;

import dev.oncemore.once.Codec;
import dev.oncemore.once.record.StoreRetry;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The shared parts of enqueuing, working and reading: the store, the settings, and the listener. */
final class Engine {
    static final Logger LOG = System.getLogger("dev.oncemore.task");
    private static final RetryPolicy STORE_POLICY = StoreRetry.policy("task-store")
            .nested(Nesting.RETRY) // also inside a handler, whose run is an attempt
            .build();

    final TaskStore store;
    final TaskSettings settings;
    final Handlers handlers;
    final ListenerHooks hooks;
    private final Retry storeRetry;

    Engine(TaskStore store, TaskSettings settings) {
        this.store = store;
        this.settings = settings;
        handlers = new Handlers(settings);
        hooks = new ListenerHooks(settings.listener);
        storeRetry = Retry.builder(STORE_POLICY)
                .time(settings.time)
                .random(settings.random)
                .build();
    }

    /** Retries a call to the store during a brief outage: all its operations are safe to repeat. */
    <T> T asking(Supplier<T> verb) {
        return storeRetry.call(Safety.idempotent(), verb::get);
    }

    Optional<TaskStatus> status(String id) {
        return asking(() -> store.find(List.of(id))).get(0);
    }

    @SuppressWarnings("unchecked") // the codec was asked for by the object's own class
    byte[] encode(Object value) {
        Codec<Object> codec = (Codec<Object>) settings.codecs.of(value.getClass());
        return codec.encode(value);
    }

    void notifyReady(Tasks tasks) {
        if (settings.listener != null) {
            try {
                settings.listener.onReady(tasks);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.WARNING, "the listener threw on onReady", e);
            }
        }
    }

    /** Whether there is a listener. */
    boolean listens() {
        return settings.listener != null;
    }

    void emit(TaskEvent event, Task task) {
        if (settings.listener != null) {
            try {
                settings.listener.on(event, task);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.WARNING, "the listener threw on " + event, e);
            }
        }
    }
}
