package dev.oncemore.task;

import dev.oncemore.task.store.OnPoison;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a task is enqueued, where that is not as usual. An immutable value; each method answers a changed copy. What is out of
 * bounds is refused by the enqueue, before anything is stored.
 *
 * <pre>{@code
 * tasks.enqueue("invoice", invoice, TaskOptions.standard().queue("billing").dedupKey(invoice.number()));
 * }</pre>
 */
public final class TaskOptions {
    private static final TaskOptions STANDARD =
            new TaskOptions(Tasks.DEFAULT_QUEUE, Duration.ZERO, 0, null, null, null, null, Map.of());

    final String queue;
    final Duration delay;
    final int priority;
    final @Nullable String dedupKey;
    final @Nullable String lane;
    final @Nullable OnPoison onPoison;
    final @Nullable Integer maxAttempts;
    final Map<String, String> headers;

    private TaskOptions(
            String queue,
            Duration delay,
            int priority,
            @Nullable String dedupKey,
            @Nullable String lane,
            @Nullable OnPoison onPoison,
            @Nullable Integer maxAttempts,
            Map<String, String> headers) {
        this.queue = Objects.requireNonNull(queue, "queue");
        this.delay = Objects.requireNonNull(delay, "delay");
        this.priority = priority;
        this.dedupKey = dedupKey;
        this.lane = lane;
        this.onPoison = onPoison;
        this.maxAttempts = maxAttempts;
        this.headers = Map.copyOf(headers);
    }

    /** The default queue, at once, and no ties to other tasks. */
    public static TaskOptions standard() {
        return STANDARD;
    }

    /** In this queue: 1 to 100 printable ASCII characters. */
    public TaskOptions queue(String queue) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers);
    }

    /** Not before this long from now; up to 10 years. */
    public TaskOptions delay(Duration delay) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers);
    }

    /** The higher, the sooner, compared with others of its queue; -1,000 to 1,000, and 0 unless said. */
    public TaskOptions priority(int priority) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers);
    }

    /**
     * Makes it the only one in its queue: while a task with this key lives, is dead or in the log, an enqueue answers that one.
     * 1 to 255 printable ASCII characters.
     */
    public TaskOptions dedupKey(String dedupKey) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers);
    }

    /**
     * Keeps its order with others of this lane in its queue; what happens when the first of them can not be done is a setting of
     * the queue. 1 to 255 printable ASCII characters.
     */
    public TaskOptions lane(String lane) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, null, maxAttempts, headers);
    }

    /** As {@link #lane(String)}, and says what happens when it can not be done. */
    public TaskOptions lane(String lane, OnPoison onPoison) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers);
    }

    /** How often it is tried, the first time included, whatever the policy of its kind says; 1 to 10,000. */
    public TaskOptions maxAttempts(int maxAttempts) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers);
    }

    /** A fact beside the payload, such as a trace's id; at most 32 of them. */
    public TaskOptions header(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, more);
    }
}
