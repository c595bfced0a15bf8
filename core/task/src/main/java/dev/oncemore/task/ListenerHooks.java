package dev.oncemore.task;

import dev.oncemore.task.store.Task;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls the listener around enqueues and runs. A listener that throws changes nothing, and neither does one that returns
 * what a task cannot carry.
 */
final class ListenerHooks {
    private static final int HEADERS_MAX = 32;
    private static final int VALUE_LENGTH_MAX = 1_000;

    private final @Nullable TaskListener listener;

    ListenerHooks(@Nullable TaskListener listener) {
        this.listener = listener;
    }

    RunScope begin(TaskRun run) {
        if (listener == null) {
            return RunScope.NONE;
        }
        try {
            RunScope scope = listener.onRun(run.task(), run.attempt());
            return scope == null ? RunScope.NONE : scope;
        } catch (RuntimeException | Error e) {
            Engine.logSafely(Level.WARNING, "the listener threw on onRun", e);
            return RunScope.NONE;
        }
    }

    void end(RunScope scope, Conclusion conclusion) {
        TaskEvent event = conclusion.event();
        String outcome =
                event == null ? "released" : event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        try {
            scope.end(event instanceof TaskEvent.Done, outcome);
        } catch (RuntimeException | Error e) {
            Engine.logSafely(Level.WARNING, "the listener threw at the end of a run", e);
        }
    }

    /** These headers of a new task, with those that the listener adds. */
    Map<String, String> complete(Map<String, String> own) {
        Map<String, String> more = added();
        if (more.isEmpty()) {
            return own;
        }
        Map<String, String> all = new HashMap<>(own);
        more.forEach((name, value) -> {
            if (all.size() < HEADERS_MAX && isPossible(name, value)) {
                all.putIfAbsent(name, value);
            }
        });
        return all;
    }

    private Map<String, String> added() {
        if (listener == null) {
            return Map.of();
        }
        try {
            Map<String, String> added = listener.headers();
            return added == null ? Map.of() : added;
        } catch (RuntimeException | Error e) {
            Engine.logSafely(Level.WARNING, "the listener threw on headers", e);
            return Map.of();
        }
    }

    private static boolean isPossible(String name, String value) {
        return !name.isEmpty()
                && name.length() <= Task.NAME_LENGTH_MAX
                && name.chars().allMatch(c -> c > ' ' && c <= '~')
                && value.length() <= VALUE_LENGTH_MAX
                && value.chars().allMatch(c -> c >= ' ' && c <= '~');
    }
}
