package dev.oncemore.task;

import dev.oncemore.task.store.Task;

/**
 * Receives events of tasks. Events of an enqueue arrive on the enqueuing thread; events of workers arrive in order, one at a time,
 * on a thread of their own. A slow listener holds up only itself: when 10,000 events of a worker wait for it, further ones are
 * dropped, and the log says how many. Exceptions that it throws are logged and ignored.
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
    /** Something happened. */
    void on(TaskEvent event);

    /** As {@link #on(TaskEvent)}, for a listener that wants to know the task too: its headers, its dedup key. */
    default void on(TaskEvent event, Task task) {
        on(event);
    }

    /**
     * The tasks that this listener was given to are ready: for whoever wants to ask about queues and dead letters from time to
     * time.
     */
    default void onReady(Tasks tasks) {}
}
