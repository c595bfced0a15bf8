package dev.oncemore.task.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A task that was given up, kept with its payload until a person decides. The log has its history.
 *
 * @param task the task
 * @param reason why it was given up
 * @param signature the signature shared by letters with the same cause
 * @param attempts the number of attempts since it was enqueued or redriven
 * @param fence the fence of the last change
 * @param redrives how often it was redriven before
 * @param enqueuedAt when it was first enqueued
 * @param diedAt when it was given up
 * @param discardedAt when it was discarded; null if it was not
 * @param inDoubt whether one of its attempts may have taken effect
 * @param stackTrace the stack trace of the exception that ended its last attempt, cut to a maximum length; null if
 *     there was no exception
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
        boolean inDoubt,
        @Nullable String stackTrace) {

    /** Its position in a page. */
    public DeadLetters.Cursor cursor() {
        return new DeadLetters.Cursor(diedAt, task.id());
    }
}
