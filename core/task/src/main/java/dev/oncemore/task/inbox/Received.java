package dev.oncemore.task.inbox;

import java.time.Duration;

/** What a consumer must do with a message and its transaction. */
public sealed interface Received {

    /** Whether the transaction is to be committed; if not, it is to be rolled back, before anything else. */
    default boolean commits() {
        return false;
    }

    /** Why, in words for people. */
    String reason();

    /**
     * The message is settled: commit or roll back as {@link #commits} says, then acknowledge it.
     *
     * @param how in which way
     * @param commits whether there is something to commit
     */
    record Ack(How how, boolean commits, String reason) implements Received {}

    /** In which way a message is settled. */
    enum How {
        /** It was handled. */
        HANDLED,
        /** It had been handled before. */
        DUPLICATE,
        /** The answer is no, for good. */
        REJECTED
    }

    /** Roll back, and have it delivered again after this long. */
    record RetryLater(Duration delay, String reason) implements Received {}

    /** Roll back, and put it where a person looks: trying again does not help. Then acknowledge it. */
    record DeadLetter(String reason) implements Received {}

    /** Roll back, and take nothing from this source for so long: nothing of it has a chance now. */
    record Pause(Duration span, String reason) implements Received {}
}
