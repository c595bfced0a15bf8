package dev.oncemore.task;

import dev.oncemore.task.store.Task;
import java.util.Map;

/**
 * Receives events of tasks. Events of an enqueue arrive on the enqueuing thread; events of workers arrive in order, one
 * at a time, on a separate thread. A slow listener delays only itself: when 10,000 events of a worker are queued,
 * further ones are dropped, and their number is logged. Exceptions that it throws are logged and ignored.
 *
 * <pre>{@code
 * TaskListener alerts = event -> {
 *     if (event instanceof TaskEvent.Dead dead) {
 *         pager.alert(dead.kind() + " " + dead.id() + " died: " + dead.reason());
 *     }
 * };
 * }</pre>
 */
@FunctionalInterface
public interface TaskListener {
    /** Called for an event. */
    void on(TaskEvent event);

    /** As {@link #on(TaskEvent)}, for a listener that also needs the task: its headers, its dedup key. */
    default void on(TaskEvent event, Task task) {
        on(event);
    }

    /**
     * Called on the worker's thread before a handler runs; the returned scope is told the end on the same thread, before
     * it is durable. For what must be in place while the handler runs, such as a span.
     */
    default RunScope onRun(Task task, int attempt) {
        return RunScope.NONE;
    }

    /**
     * Returns headers for a task that is being enqueued on this thread, such as a {@code traceparent}. Headers that the
     * task already has win; values that no task may have are left out.
     */
    default Map<String, String> headers() {
        return Map.of();
    }

    /** Called when the tasks with this listener are built, to let the listener read queues and dead letters later. */
    default void onReady(Tasks tasks) {}
}
