package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.store.TaskStore;
import dev.oncemore.task.store.TaskStore.Ended;
import dev.oncemore.time.Time;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The subscribers to new and ended tasks, and the channel to other processes that is open while there are any.
 *
 * <p>Ends are told to other processes only on request, because few of them are awaited there: a process that waits says so to all
 * others, and the one that ends the task tells all.
 */
final class WorkSignals implements RemoteChannel.Hearer {
    /** A process that waits for one end after the other keeps its channel open in between. */
    private static final long LINGER_NANOS = 30_000_000_000L;

    private static final int WANTED_MAX = 10_000;

    private final List<Subscriber<String>> subscribers = new CopyOnWriteArrayList<>();
    private final List<Subscriber<Ended>> endSubscribers = new CopyOnWriteArrayList<>();
    private final RemoteChannel remote;
    private final Object lock = new Object();
    /** Tasks whose end another process waits for; the eldest are forgotten. */
    private final Map<String, Boolean> wantedElsewhere = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > WANTED_MAX;
        }
    };

    private volatile boolean anyWantedElsewhere;
    private boolean isOpen;
    private boolean isLingering;

    /** Signals of this process only. */
    WorkSignals() {
        this(RemoteChannel.NONE);
    }

    WorkSignals(RemoteChannel remote) {
        this.remote = remote;
    }

    TaskStore.Subscription subscribe(Consumer<String> onQueue) {
        return subscribe(subscribers, onQueue);
    }

    TaskStore.Subscription subscribeToEnds(Consumer<Ended> onEnd) {
        return subscribe(endSubscribers, onEnd);
    }

    private <T> TaskStore.Subscription subscribe(List<Subscriber<T>> to, Consumer<T> onSignal) {
        Subscriber<T> subscriber = new Subscriber<>(onSignal);
        synchronized (lock) {
            if (!isOpen) {
                remote.open(this); // first, because it may fail
                isOpen = true;
            }
            to.add(subscriber);
        }
        return () -> {
            synchronized (lock) {
                to.remove(subscriber);
                if (isUnused() && !lingers(to)) {
                    close();
                }
            }
        };
    }

    private boolean isUnused() {
        return isOpen && subscribers.isEmpty() && endSubscribers.isEmpty();
    }

    /** Whether the channel is left open for a while, after the last wait for an end. */
    @SuppressWarnings("ReferenceEquality") // which of the two lists it is
    private boolean lingers(List<?> left) {
        if (left != endSubscribers || remote == RemoteChannel.NONE) {
            return false;
        }
        if (!isLingering) {
            isLingering = true;
            Time.system().alarm(LINGER_NANOS, () -> {
                synchronized (lock) {
                    isLingering = false;
                    if (isUnused()) {
                        close();
                    }
                }
            });
        }
        return true;
    }

    private void close() {
        isOpen = false;
        remote.close();
    }

    /** Asks the other processes to tell of the end of this task. */
    void requestEnd(String taskId) {
        remote.requestEnd(taskId);
    }

    /** Whether there are subscribers to ends. */
    boolean isAwaited() {
        return anyWantedElsewhere || !endSubscribers.isEmpty();
    }

    /** Tells of tasks that were ended here. */
    void ended(List<Ended> ends) {
        ends.forEach(this::tell);
        if (anyWantedElsewhere) {
            List<String> wanted;
            synchronized (wantedElsewhere) {
                wanted = ends.stream()
                        .map(Ended::id)
                        .filter(id -> wantedElsewhere.remove(id) != null)
                        .toList();
                anyWantedElsewhere = !wantedElsewhere.isEmpty();
            }
            if (!wanted.isEmpty()) {
                remote.tellEnds(wanted);
            }
        }
    }

    void signal(Collection<String> queues) {
        queues.forEach(this::onWork);
    }

    @Override
    public void onWork(String queue) {
        subscribers.forEach(subscriber -> subscriber.onSignal.accept(queue));
    }

    @Override
    public void onEnd(String taskId) {
        tell(Ended.of(taskId));
    }

    private void tell(Ended ended) {
        endSubscribers.forEach(subscriber -> subscriber.onSignal.accept(ended));
    }

    @Override
    public void onEndRequested(String taskId) {
        synchronized (wantedElsewhere) {
            wantedElsewhere.put(taskId, true);
            anyWantedElsewhere = true;
        }
    }

    /** Not a record: two subscriptions of one function are two. */
    private static final class Subscriber<T> {
        private final Consumer<T> onSignal;

        Subscriber(Consumer<T> onSignal) {
            this.onSignal = onSignal;
        }
    }
}
