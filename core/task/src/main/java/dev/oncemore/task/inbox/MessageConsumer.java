package dev.oncemore.task.inbox;

import dev.oncemore.once.Claim;

/**
 * A {@link MessageHandler} without a verdict: its message is handled when it returns.
 *
 * @param <T> the type of the messages
 */
@FunctionalInterface
public interface MessageConsumer<T> {
    /** Handles the message in the open transaction; exceptions are classified by the policy of the inbox. */
    void accept(T message, Claim claim) throws Exception;
}
