package dev.oncemore.jdbc.internal.task;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Short names for what tests ask of a store. */
final class Tasks {
    static final Duration LONG = Duration.ofHours(1);
    static final String QUEUE = "mail";

    private Tasks() {}

    static NewTask task(String id) {
        return task(id, null, null);
    }

    static NewTask inLane(String id, String lane) {
        return task(id, new Lane(lane, OnPoison.SKIP), null);
    }

    static NewTask parking(String id, String lane) {
        return task(id, new Lane(lane, OnPoison.PARK), null);
    }

    static NewTask task(String id, @Nullable Lane lane, @Nullable String dedupKey) {
        return new NewTask(
                new Task(id, QUEUE, "welcome", Bytes.ofText("to " + id), Map.of("a", "b"), 0, null, lane, dedupKey),
                Duration.ZERO);
    }

    static List<Claimed> claim(TaskStore store, int tasksMax) {
        return claim(store, tasksMax, LONG);
    }

    static List<Claimed> claim(TaskStore store, int tasksMax, Duration lease) {
        return store.claim(new ClaimRequest("node-1", lease, 3, List.of(new ClaimRequest.Share(QUEUE, tasksMax))));
    }

    static List<String> ids(List<Claimed> claimed) {
        return claimed.stream().map(one -> one.task().id()).toList();
    }

    static TaskFinish finish(Claimed claimed, End end) {
        return new TaskFinish(claimed.task().id(), claimed.fence(), end);
    }

    static End done() {
        return new End.Done(null);
    }

    static TaskState stateOf(TaskStore store, String id) {
        return store.find(List.of(id)).get(0).orElseThrow().state();
    }
}
