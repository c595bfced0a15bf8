package dev.oncemore.task.inbox;

import dev.oncemore.once.Claim;
import dev.oncemore.task.Verdict;

/**
 * Handles messages of one inbox, in the transaction of the caller.
 *
 * @param <T> the type of the messages
 */
@FunctionalInterface
public interface MessageHandler<T> {
    /**
     * Handles a message and returns a verdict; exceptions are classified by the inbox's policy. For a call to another
     * system, use {@link Claim#downstreamKey}, which is the same whenever this message is handled again.
     */
    Verdict handle(T message, Claim claim) throws Exception;
}
