package dev.oncemore.task.outbox;

import dev.oncemore.task.Verdict;
import java.util.List;

/** Where messages go: a broker, a web hook, another database. */
@FunctionalInterface
public interface Sink {
    /**
     * Sends messages and says of each, in their order, how it went; {@link Verdict#done} only when the other side has it for
     * good. A message may come again that was sent before, with the same id. Of one lane there is never more than one message
     * under way, so messages of a batch may be sent in any order.
     *
     * @param messages at least one
     * @throws Exception when none of them is known to have arrived; judged by the policy of their kind
     */
    List<Verdict> send(List<Message> messages) throws Exception;
}
