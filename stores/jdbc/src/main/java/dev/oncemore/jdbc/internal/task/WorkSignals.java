package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.store.TaskStore;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The subscribers to new tasks, and the listener for other processes that runs while there are any. */
final class WorkSignals {
    private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
    private final RemoteListener remote;
    private final Object lock = new Object();

    /** Signals of this process only. */
    WorkSignals() {
        this(RemoteListener.NONE);
    }

    WorkSignals(RemoteListener remote) {
        this.remote = remote;
    }

    /** Listens for tasks of other processes. */
    interface RemoteListener {
        RemoteListener NONE = new RemoteListener() {
            @Override
            public void open(Consumer<String> onQueue) {}

            @Override
            public void close() {}
        };

        void open(Consumer<String> onQueue);

        void close();
    }

    TaskStore.Subscription subscribe(Consumer<String> onQueue) {
        Subscriber subscriber = new Subscriber(onQueue);
        synchronized (lock) {
            subscribers.add(subscriber);
            if (subscribers.size() == 1) {
                remote.open(this::signal);
            }
        }
        return () -> {
            synchronized (lock) {
                if (subscribers.remove(subscriber) && subscribers.isEmpty()) {
                    remote.close();
                }
            }
        };
    }

    void signal(Collection<String> queues) {
        queues.forEach(this::signal);
    }

    private void signal(String queue) {
        subscribers.forEach(subscriber -> subscriber.onQueue.accept(queue));
    }

    /** Not a record: two subscriptions of one function are two. */
    private static final class Subscriber {
        private final Consumer<String> onQueue;

        Subscriber(Consumer<String> onQueue) {
            this.onQueue = onQueue;
        }
    }
}
