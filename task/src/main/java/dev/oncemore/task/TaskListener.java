package dev.oncemore.task;

/**
 * Hears what becomes of tasks, on the threads that work on them. It must be quick; what it throws is logged and ignored.
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
}
