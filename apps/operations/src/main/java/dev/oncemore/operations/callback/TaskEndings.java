package dev.oncemore.operations.callback;

import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The ends of tasks, whichever process ends them. A dead letter may be redriven, and then has another end. */
final class TaskEndings implements Endings {
    private static final int REASON_MAX = 1_000;

    private final TaskStore tasks;

    TaskEndings(TaskStore tasks) {
        this.tasks = tasks;
    }

    @Override
    public Map<String, Ending> of(List<String> ids) {
        List<Optional<TaskStatus>> found = tasks.find(ids);
        Map<String, Ending> endings = new HashMap<>();
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.get(i);
            Optional<TaskStatus> status = found.get(i);
            if (status.isEmpty()) {
                endings.put(id, gone(id));
            } else if (status.get().state().isEnd()) {
                endings.put(id, ending(status.get()));
            }
        }
        return endings;
    }

    private static Ending ending(TaskStatus status) {
        boolean isDiscarded = status.state() == TaskState.DISCARDED;
        boolean isDead = status.state() == TaskState.DEAD || isDiscarded;
        String state = isDead ? "dead" : status.state().name().toLowerCase(Locale.ROOT);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", status.id());
        data.put("kind", status.kind());
        data.put("queue", status.queue());
        data.put("state", state);
        data.put("attempts", status.attempts());
        data.put("at", status.at().toString());
        if (status.reason() != null) {
            data.put("reason", cut(status.reason()));
        }
        // A discarded letter has died before, which most likely was told then.
        return new Ending("task." + state, state + " at " + status.at(), !isDead, !isDiscarded, data);
    }

    /** It has ended, but its log line was purged, or its application writes none for tasks that are done. */
    private static Ending gone(String id) {
        return new Ending("task.gone", "gone", true, false, Map.of("id", id, "state", "gone"));
    }

    private static String cut(String text) {
        return text.length() <= REASON_MAX ? text : text.substring(0, REASON_MAX - 1) + "…";
    }
}
