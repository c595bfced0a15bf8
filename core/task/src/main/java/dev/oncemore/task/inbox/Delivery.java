package dev.oncemore.task.inbox;

import dev.oncemore.once.record.Bytes;
import java.time.Duration;

/**
 * One delivery of a message.
 *
 * @param id the message's id, the same in every delivery: assigned by its sender, not its offset in a topic
 * @param payload the payload
 * @param attempt the number of this delivery, from 1, if the source counts; otherwise 1
 * @param previousDelay the delay of the {@link Received.RetryLater} that led to this delivery, if the source carries it,
 *     such as in a header: decorrelated jitter grows from it; otherwise 0
 */
public record Delivery(String id, Bytes payload, int attempt, Duration previousDelay) {
    /** Refuses an attempt below 1 and a negative delay. */
    public Delivery {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt must be at least 1, but is " + attempt);
        }
        if (previousDelay.isNegative()) {
            throw new IllegalArgumentException("previousDelay must not be negative, but is " + previousDelay);
        }
    }

    /** A delivery from a source that carries no delay. */
    public Delivery(String id, Bytes payload, int attempt) {
        this(id, payload, attempt, Duration.ZERO);
    }
}
