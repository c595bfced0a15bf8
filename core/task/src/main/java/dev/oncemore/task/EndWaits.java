package dev.oncemore.task;

import dev.oncemore.task.store.TaskStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The callers that wait for the end of a task. It is subscribed to the store while there are any. */
final class EndWaits {
    private final TaskStore store;
    private final Map<String, List<CompletableFuture<Void>>> waiting = new HashMap<>();
    private TaskStore.@Nullable Subscription subscription;

    EndWaits(TaskStore store) {
        this.store = store;
    }

    /** Returns a future that completes when the task ends from now on, if the store hears of it; {@link #leave} ends the wait. */
    synchronized CompletableFuture<Void> join(String id) {
        if (subscription == null) {
            subscription = store.onEnd(this::ended);
        }
        CompletableFuture<Void> ended = new CompletableFuture<>();
        waiting.computeIfAbsent(id, absent -> new ArrayList<>(1)).add(ended);
        return ended;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // a future is only itself
    synchronized void leave(String id, CompletableFuture<Void> ended) {
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
    private void ended(String id) {
        List<CompletableFuture<Void>> futures;
        synchronized (this) {
            futures = List.copyOf(waiting.getOrDefault(id, List.of()));
        }
        futures.forEach(future -> future.complete(null));
    }
}
