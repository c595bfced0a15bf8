package dev.oncemore.task.inbox;

import java.time.Duration;

/** What a consumer must do with a message and its transaction. */
public sealed interface Received {

    /** Whether to commit the transaction; otherwise roll it back before anything else. */
    default boolean commits() {
        return false;
    }

    /** The reason, for people. */
    String reason();

    /**
     * The message is settled: commit or roll back according to {@link #commits}, then acknowledge it.
     *
     * @param how how it was settled
     * @param commits whether there is something to commit
     */
    record Ack(How how, boolean commits, String reason) implements Received {}

    /** How a message was settled. */
    enum How {
        /** It was handled. */
        HANDLED,
        /** It had been handled before. */
        DUPLICATE,
        /** It was rejected for good. */
        REJECTED
    }

    /** Roll back, and have it redelivered after this delay. */
    record RetryLater(Duration delay, String reason) implements Received {}

    /** Roll back, store it as a dead letter for a person, since a retry does not help, and then acknowledge it. */
    record DeadLetter(String reason) implements Received {}

    /** Roll back, and consume nothing from this source for this span. */
    record Pause(Duration span, String reason) implements Received {}
}
