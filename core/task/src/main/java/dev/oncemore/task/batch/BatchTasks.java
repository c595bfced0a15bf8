package dev.oncemore.task.batch;

import dev.oncemore.once.Codec;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Task;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates the tasks of a batch: one per chunk, and one per item that was set aside. */
record BatchTasks(String name, String queue, RetryPolicy policy) {
    /** Marks an item that is not attempted. */
    static final String POISON = "poison";

    private static final int WHY_LENGTH_MAX = 500;

    String chunkKind() {
        return "batch:" + name;
    }

    String itemKind() {
        return "batch-item:" + name;
    }

    /**
     * Creates the task of a chunk, with one attempt more than the policy: the one that splits a chunk whose attempts
     * all ended in silence.
     */
    NewTask chunk(String runId, Place place) {
        String id = BatchRun.chunkId(runId, place.number());
        return task(id, chunkKind(), Bytes.of(place.written()), Map.of(), policy.maxAttempts() + 1, Duration.ZERO);
    }

    /** Creates the task of an item; the payload is the item's own bytes, for people to inspect. */
    <T> NewTask item(Item<T> item, Codec<T> codec) {
        Map<String, String> headers =
                item.said() == Item.Say.POISON ? Map.of(POISON, headerText(item.why())) : Map.of();
        return task(item.key(), itemKind(), Bytes.of(codec.encode(item.value())), headers, null, item.delay());
    }

    private NewTask task(
            String id,
            String kind,
            Bytes payload,
            Map<String, String> headers,
            @Nullable Integer attemptsMax,
            Duration delay) {
        return new NewTask(new Task(id, queue, kind, payload, headers, 0, attemptsMax, null, null), delay);
    }

    /** Makes text fit for a header: no control characters, no unpaired surrogates, limited length. */
    private static String headerText(String words) {
        StringBuilder text = new StringBuilder();
        words.codePoints()
                .limit(WHY_LENGTH_MAX)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? ' ' : c)
                .forEach(text::appendCodePoint);
        return text.toString();
    }
}
