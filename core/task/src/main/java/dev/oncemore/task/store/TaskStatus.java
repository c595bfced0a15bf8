package dev.oncemore.task.store;

import dev.oncemore.once.record.Bytes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of one task.
 *
 * @param id the task's id
 * @param queue its queue
 * @param kind its kind
 * @param state its state
 * @param attempts the number of attempts since it was enqueued or redriven
 * @param at when it ended; while it is live, when it can be claimed next
 * @param reason why it was rejected, cancelled or died; null otherwise
 * @param result its result; null if there is none
 * @param enqueuedAt when it was first enqueued; null for a task that is done, rejected or cancelled, whose log does not
 *     keep it
 */
public record TaskStatus(
        String id,
        String queue,
        String kind,
        TaskState state,
        int attempts,
        Instant at,
        @Nullable String reason,
        @Nullable Bytes result,
        @Nullable Instant enqueuedAt) {}
