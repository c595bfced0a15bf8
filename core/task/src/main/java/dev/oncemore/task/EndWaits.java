package dev.oncemore.task;

import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.task.store.TaskStore.Ended;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The callers that wait for the end of a task. It is subscribed to the store while there are any. */
final class EndWaits {
    private final TaskStore store;
    private final Map<String, List<CompletableFuture<Optional<TaskStatus>>>> waiting = new HashMap<>();
    private TaskStore.@Nullable Subscription subscription;

    EndWaits(TaskStore store) {
        this.store = store;
    }

    /**
     * Returns a future that completes when the task ends from now on, if the store hears of it, with the status if the store
     * knows it; {@link #leave} ends the wait.
     */
    synchronized CompletableFuture<Optional<TaskStatus>> join(String id) {
        if (subscription == null) {
            subscription = store.onEnd(this::ended);
        }
        CompletableFuture<Optional<TaskStatus>> ended = new CompletableFuture<>();
        waiting.computeIfAbsent(id, absent -> new ArrayList<>(1)).add(ended);
        return ended;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // a future is only itself
    synchronized void leave(String id, CompletableFuture<Optional<TaskStatus>> ended) {
        waiting.computeIfPresent(id, (key, futures) -> {
            futures.remove(ended);
            return futures.isEmpty() ? null : futures;
        });
        if (waiting.isEmpty() && subscription != null) {
            subscription.close();
            subscription = null;
        }
    }

    /** Wakes outside the lock: a woken caller comes back for it. */
    private void ended(Ended task) {
        List<CompletableFuture<Optional<TaskStatus>>> futures;
        synchronized (this) {
            futures = List.copyOf(waiting.getOrDefault(task.id(), List.of()));
        }
        futures.forEach(future -> future.complete(Optional.ofNullable(task.status())));
    }
}
