package dev.oncemore.task;

import dev.oncemore.task.store.OnPoison;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of an enqueue that differ from the defaults. An immutable value; each method returns a changed copy. The
 * enqueue refuses values out of bounds before anything is stored.
 *
 * <pre>{@code
 * tasks.enqueue("invoice", invoice, TaskOptions.standard().queue("billing").dedupKey(invoice.number()));
 * }</pre>
 */
public final class TaskOptions {
    private static final TaskOptions STANDARD =
            new TaskOptions(Tasks.DEFAULT_QUEUE, Duration.ZERO, 0, null, null, null, null, Map.of(), "");

    final String queue;
    final Duration delay;
    final int priority;
    final @Nullable String dedupKey;
    final @Nullable String lane;
    final @Nullable OnPoison onPoison;
    final @Nullable Integer maxAttempts;
    final Map<String, String> headers;
    final String idSuffix;

    private TaskOptions(
            String queue,
            Duration delay,
            int priority,
            @Nullable String dedupKey,
            @Nullable String lane,
            @Nullable OnPoison onPoison,
            @Nullable Integer maxAttempts,
            Map<String, String> headers,
            String idSuffix) {
        this.queue = Objects.requireNonNull(queue, "queue");
        this.delay = Objects.requireNonNull(delay, "delay");
        this.priority = priority;
        this.dedupKey = dedupKey;
        this.lane = lane;
        this.onPoison = onPoison;
        this.maxAttempts = maxAttempts;
        this.headers = Map.copyOf(headers);
        this.idSuffix = Objects.requireNonNull(idSuffix, "idSuffix");
    }

    /** The default queue, due at once, without lane or dedup key. */
    public static TaskOptions standard() {
        return STANDARD;
    }

    /** Uses this queue: 1 to 100 printable ASCII characters. */
    public TaskOptions queue(String queue) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers, idSuffix);
    }

    /** Delays the task by this time; up to 10 years. */
    public TaskOptions delay(Duration delay) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers, idSuffix);
    }

    /** Sets the priority within the queue, higher first; -1,000 to 1,000, 0 by default. */
    public TaskOptions priority(int priority) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers, idSuffix);
    }

    /**
     * Makes the task unique in its queue: while a task with this key is live, dead or in the log, an enqueue returns
     * that one. 1 to 255 printable ASCII characters.
     */
    public TaskOptions dedupKey(String dedupKey) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers, idSuffix);
    }

    /**
     * Keeps the order with other tasks of this lane in its queue; the queue's settings decide what happens if the first
     * of them fails for good. 1 to 255 printable ASCII characters.
     */
    public TaskOptions lane(String lane) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, null, maxAttempts, headers, idSuffix);
    }

    /** As {@link #lane(String)}, with what happens if it fails for good. */
    public TaskOptions lane(String lane, OnPoison onPoison) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers, idSuffix);
    }

    /** Sets the number of attempts, including the first, overriding the policy of its kind; 1 to 10,000. */
    public TaskOptions maxAttempts(int maxAttempts) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers, idSuffix);
    }

    /** Adds a header besides the payload, such as a trace id; at most 32 of them. */
    public TaskOptions header(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, more, idSuffix);
    }

    /**
     * Ends the id of the task with this text, such as a fingerprint of its payload: if the dedup key is taken, the id of
     * the existing task tells whether it is the same. Up to 100 printable ASCII characters.
     */
    public TaskOptions idSuffix(String idSuffix) {
        return new TaskOptions(queue, delay, priority, dedupKey, lane, onPoison, maxAttempts, headers, idSuffix);
    }
}
