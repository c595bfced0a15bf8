package dev.oncemore.jdbc.query;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.task.store.TaskStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Read-only queries of tasks. A page has 1 to 1,000 entries. */
public interface TaskQueries {

    /**
     * A task and the key that makes it the only one of its queue.
     *
     * @param key the key
     * @param taskId the task
     */
    record Keyed(String key, String taskId) {}

    /**
     * The last entry of a page, after which the next page begins.
     *
     * @param at when its task ended or died
     * @param id its task
     */
    record Place(Instant at, String id) {}

    /**
     * How many tasks of a queue ended in one way.
     *
     * @param queue the queue
     * @param event the way: done, rejected, cancelled or died
     * @param tasks how many
     * @param attempts how many attempts that took
     * @param atFirstTry how many of them took one attempt only; always 0 for those that died
     */
    record Ends(String queue, LogEntry.Event event, long tasks, long attempts, long atFirstTry) {}

    /**
     * The beginning of a live task's payload.
     *
     * @param id the task
     * @param start its first bytes
     */
    record PayloadStart(String id, Bytes start) {}

    /**
     * The beginning of a dead letter's payload.
     *
     * @param id the task
     * @param start its first bytes
     * @param diedAt when it died
     * @param reason why
     */
    record DeadPayloadStart(String id, Bytes start, Instant diedAt, String reason) {
        /** Its place among others. */
        public Place place() {
            return new Place(diedAt, id);
        }
    }

    /** The nodes that work on tasks, by name, each start of a node by itself. */
    List<Nodes.NodeStatus> nodes(int most);

    /**
     * A dead letter without its content.
     *
     * @param id the task
     * @param queue its queue
     * @param kind its kind
     * @param signature the error signature
     * @param diedAt when it died
     */
    record LetterLine(String id, String queue, String kind, String signature, Instant diedAt) {}

    /** The latest letters that match, the latest first: a bounded look at any number of them. */
    List<LetterLine> latestLetters(DeadLetters.Filter filter, int most);

    /** The tasks that a queue hands out next: by priority, then by when they are due. Those behind others of their lane are left out. */
    List<TaskStatus> next(String queue, int most);

    /** Tasks whose dedup keys start so, by key, after this key or with null from the first on: live, dead and ended ones. */
    List<Keyed> keyed(String queue, String prefix, @Nullable String after, int most);

    /**
     * Tasks that were done, rejected or cancelled, the latest first.
     *
     * @param kind the start of their kinds; empty for any. Of a kind, only those among the last 10,000 of all are found
     * @param before the place of the last entry of the page before; null for the first page
     */
    List<LogEntry> ended(String kind, @Nullable Place before, int most);

    /** How tasks ended in a span. Dead tasks that were redriven since are not counted. */
    List<Ends> ends(Instant from, Instant before);

    /** The first bytes of the payloads of up to 1,000 live tasks; a payload may be long. */
    List<PayloadStart> payloads(List<String> ids, int bytesMax);

    /**
     * The first bytes of the payloads of a queue's dead letters, the latest first, without discarded ones.
     *
     * @param kind the kind of these tasks
     * @param before the place of the last entry of the page before; null for the first page
     */
    List<DeadPayloadStart> deadPayloads(String queue, String kind, @Nullable Place before, int bytesMax, int most);
}
