package dev.oncemore.task.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A task that was given up, kept with its bytes until a person decides. How it came to that is in the log.
 *
 * @param task what was to be done
 * @param reason why it was given up
 * @param signature what letters of the same cause have in common
 * @param attempts how many attempts were made since it was enqueued or redriven
 * @param fence the fence of what happened to it last
 * @param redrives how often it had come back before
 * @param enqueuedAt when it was first enqueued
 * @param diedAt when it was given up
 * @param discardedAt when somebody threw it away; null when nobody did
 * @param inDoubt whether one of its attempts may have taken effect
 */
public record DeadLetter(
        Task task,
        String reason,
        String signature,
        int attempts,
        long fence,
        int redrives,
        Instant enqueuedAt,
        Instant diedAt,
        @Nullable Instant discardedAt,
        boolean inDoubt) {

    /** Its place in a page. */
    public DeadLetters.Cursor cursor() {
        return new DeadLetters.Cursor(diedAt, task.id());
    }
}
