package dev.oncemore.task.inbox;

import dev.oncemore.once.Claim;
import dev.oncemore.task.Verdict;

/**
 * Handles messages of one inbox, in the transaction that was handed to it.
 *
 * @param <T> what messages say
 */
@FunctionalInterface
public interface MessageHandler<T> {
    /**
     * Handles it and says how it went; what it throws is judged by the inbox's policy. For a call to another system, {@link
     * Claim#downstreamKey} is the same whenever this message is handled again.
     */
    Verdict handle(T message, Claim claim) throws Exception;
}
