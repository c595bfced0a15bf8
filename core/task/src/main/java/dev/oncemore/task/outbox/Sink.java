package dev.oncemore.task.outbox;

import dev.oncemore.task.Verdict;
import java.util.List;

/** A destination of messages: a broker, a webhook, another database. */
@FunctionalInterface
public interface Sink {
    /**
     * Sends messages and returns a verdict for each, in their order; {@link Verdict#done} only if the receiver has it
     * durably, {@link Verdict#failed} for one that failed while others did not. A message may be sent again with the same id. There is never more than one message of a lane at a time,
     * so a batch may be sent in any order.
     *
     * @param messages at least one
     * @throws Exception if none of them is known to have arrived; classified by the policy of their kind
     */
    List<Verdict> send(List<Message> messages) throws Exception;
}
