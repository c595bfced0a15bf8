package dev.oncemore.task.inbox;

import dev.oncemore.once.record.Bytes;

/**
 * One delivery of a message.
 *
 * @param id the message's id, the same in every delivery: assigned by its sender, not its offset in a topic
 * @param payload the payload
 * @param attempt the number of this delivery, from 1, if the source counts; otherwise 1
 */
public record Delivery(String id, Bytes payload, int attempt) {
    /** Refuses an attempt below 1. */
    public Delivery {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt must be at least 1, but is " + attempt);
        }
    }
}
