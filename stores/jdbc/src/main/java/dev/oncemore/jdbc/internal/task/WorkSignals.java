package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.store.TaskStore;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The subscribers to new tasks, and the listener for other processes that runs while there are any. */
final class WorkSignals {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Ear ear;
    private final Object lock = new Object();

    /** Signals of this process only. */
    WorkSignals() {
        this(Ear.DEAF);
    }

    WorkSignals(Ear ear) {
        this.ear = ear;
    }

    /** Listens for tasks of other processes. */
    interface Ear {
        Ear DEAF = new Ear() {
            @Override
            public void open(Consumer<String> onQueue) {}

            @Override
            public void close() {}
        };

        void open(Consumer<String> onQueue);

        void close();
    }

    TaskStore.Subscription subscribe(Consumer<String> onQueue) {
        Listener listener = new Listener(onQueue);
        synchronized (lock) {
            listeners.add(listener);
            if (listeners.size() == 1) {
                ear.open(this::signal);
            }
        }
        return () -> {
            synchronized (lock) {
                if (listeners.remove(listener) && listeners.isEmpty()) {
                    ear.close();
                }
            }
        };
    }

    void signal(Collection<String> queues) {
        queues.forEach(this::signal);
    }

    private void signal(String queue) {
        listeners.forEach(listener -> listener.onQueue.accept(queue));
    }

    /** Not a record: two subscriptions of one function are two. */
    private static final class Listener {
        private final Consumer<String> onQueue;

        Listener(Consumer<String> onQueue) {
            this.onQueue = onQueue;
        }
    }
}
