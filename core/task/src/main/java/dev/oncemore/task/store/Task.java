package dev.oncemore.task.store;

import dev.oncemore.internal.Text;
import dev.oncemore.once.record.Bytes;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of a task that stays the same from the enqueue until it ends, including redrives. Only an edit of a dead
 * letter changes the payload.
 *
 * @param id its permanent id: 1 to 200 printable ASCII characters
 * @param queue its queue: 1 to 100 printable ASCII characters
 * @param kind selects the handler: 1 to 120 printable ASCII characters
 * @param payload the input of the handler, byte for byte
 * @param headers metadata such as a trace id; at most 32, names of 1 to 100 printable ASCII characters, values of up to
 *     1,000 characters
 * @param priority higher first; -1,000 to 1,000
 * @param maxAttempts the number of attempts, including the first; null for the handler's policy
 * @param lane the lane whose order it keeps; null if none
 * @param dedupKey makes it unique in its queue until it is purged; null if duplicates are allowed; 1 to 255 printable
 *     ASCII characters
 */
public record Task(
        String id,
        String queue,
        String kind,
        Bytes payload,
        Map<String, String> headers,
        int priority,
        @Nullable Integer maxAttempts,
        @Nullable Lane lane,
        @Nullable String dedupKey) {
    /** The maximum length of an id. */
    public static final int ID_LENGTH_MAX = 200;

    /** The maximum length of a kind: the names of batches and schedules, with a prefix, are kinds. */
    public static final int KIND_LENGTH_MAX = 120;

    /** The maximum length of the name of a queue or a header. */
    public static final int NAME_LENGTH_MAX = 100;

    private static final int HEADERS_MAX = 32;
    private static final int HEADER_VALUE_LENGTH_MAX = 1_000;
    private static final int PRIORITY_MAX = 1_000;
    private static final int ATTEMPTS_MAX = 10_000;

    /** Refuses values that some store could not keep. */
    public Task {
        Text.requireKeyLike("task id", id, ID_LENGTH_MAX);
        Text.requireKeyLike("queue", queue, NAME_LENGTH_MAX);
        Text.requireKeyLike("kind", kind, KIND_LENGTH_MAX);
        Objects.requireNonNull(payload, "payload");
        headers = Map.copyOf(headers);
        requireBetween("headers", headers.size(), 0, HEADERS_MAX);
        headers.forEach(Task::requireHeader);
        requireBetween("priority", priority, -PRIORITY_MAX, PRIORITY_MAX);
        if (maxAttempts != null) {
            requireBetween("maxAttempts", maxAttempts, 1, ATTEMPTS_MAX);
        }
        if (dedupKey != null) {
            Text.requireKeyLike("dedup key", dedupKey, Text.KEY_LENGTH_MAX);
        }
    }

    /** The same task with another payload. */
    public Task withPayload(Bytes changed) {
        return new Task(id, queue, kind, changed, headers, priority, maxAttempts, lane, dedupKey);
    }

    private static void requireHeader(String name, String value) {
        Text.requireKeyLike("header name", name, NAME_LENGTH_MAX);
        if (value.length() > HEADER_VALUE_LENGTH_MAX || !Text.isStorable(value)) {
            throw new IllegalArgumentException("header '" + name + "' must have at most " + HEADER_VALUE_LENGTH_MAX
                    + " characters without NUL or half surrogates, but has " + value.length());
        }
    }

    private static void requireBetween(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    what + " must be between " + least + " and " + most + ", but is " + value);
        }
    }
}
