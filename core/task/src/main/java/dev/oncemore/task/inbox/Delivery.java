package dev.oncemore.task.inbox;

import dev.oncemore.once.record.Bytes;

/**
 * One delivery of a message, from wherever it comes.
 *
 * @param id the message's id, the same whenever it is delivered: its sender's, not its place in a topic
 * @param payload what it says
 * @param attempt which delivery of it this is, from 1, as far as the source counts; 1 where it does not
 */
public record Delivery(String id, Bytes payload, int attempt) {
    /** A delivery; refuses an attempt below 1. */
    public Delivery {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt must be at least 1, but is " + attempt);
        }
    }
}
