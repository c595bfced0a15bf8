package dev.oncemore.task.store;

import dev.oncemore.once.record.Bytes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows of one task.
 *
 * @param id which task
 * @param queue its queue
 * @param kind its kind
 * @param state where it stands
 * @param attempts how many attempts were made since it was enqueued or redriven
 * @param at when it ended; while it lives, when it can be claimed next
 * @param reason why it was rejected, cancelled or died; null otherwise
 * @param result what it ended with; null when there is none
 */
public record TaskStatus(
        String id,
        String queue,
        String kind,
        TaskState state,
        int attempts,
        Instant at,
        @Nullable String reason,
        @Nullable Bytes result) {}
