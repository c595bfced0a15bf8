package dev.oncemore.task.store;

import dev.oncemore.By;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a task store. Each request of a batch has its own response, in the batch's order; a batch takes
 * effect as a whole or not at all, and is durable when the call returns. A batch should contain each task once; if it
 * has two claims of one task, each is matched by id and fence, and of two ends of one claim the first counts.
 *
 * <ol>
 *   <li>Every operation is safe to repeat: a known id is not enqueued again, and repeating the end of a claim succeeds.
 *   <li>Only the store's clock decides what is due and which lease has expired.
 *   <li>Fences only rise, per task and forever; a redrive continues from the current fence.
 *   <li>A lane has one owner at a time and is processed from its head: a task of a lane is claimed only together with
 *       or after all tasks committed before it. Enqueuing therefore takes the lane's lock before it draws the sequence
 *       number, and holds it until the transaction ends.
 * </ol>
 *
 * <p>Failures of the store are {@link dev.oncemore.OncemoreException}s.
 */
public interface TaskStore {

    /**
     * Adds tasks. A task with a known id, live or ended, is left unchanged. A task whose dedup key is taken within its
     * queue is not added either: a dedup key is taken from the enqueue until the task is purged, whether it waits,
     * runs, is dead, discarded or in the log.
     */
    List<Enqueued> enqueue(List<NewTask> tasks);

    /**
     * Claims due tasks for an owner: the highest priority first, then the longest due. Each is then not due before its
     * lease expires, its fence rises, and the attempt is counted. Tasks held or being claimed by others are skipped
     * without waiting; a paused queue returns nothing. A claim that ended by silence is logged as abandoned.
     *
     * <p>A lane yields a run of due tasks from its head, adjacent and in order, and only while none of its tasks is
     * under a live lease and none of its letters is parked. A claim whose response is lost costs its tasks the lease
     * and the attempt.
     */
    List<Claimed> claim(ClaimRequest claim);

    /**
     * Extends leases, each only under its fence. False if the owner had lost the task. It does not wait long for another open
     * transaction that has one of the tasks, to cancel it for instance, but fails with a {@link
     * dev.oncemore.once.record.RecordLockedException}; inside a user transaction it waits as the database does.
     */
    List<Boolean> extend(List<TaskExtension> extensions);

    /**
     * Ends claims, each only under its fence. False if the owner had lost the task; nothing was changed then. It waits for
     * other open transactions as {@link #extend} does, and fails in the same way.
     */
    List<Boolean> finish(List<TaskFinish> finishes);

    /**
     * A view of this store for retrying the parts of a batch that failed because an open transaction has locked a task: {@link
     * #extend} and {@link #finish} do not wait for it again, but fail at once. With many such tasks the waits would add up, and
     * the other tasks would lose their leases. By default, the store itself.
     */
    default TaskStore withoutWaiting() {
        return this;
    }

    /** Cancels live tasks, even running ones, whose owners thereby lose them. False if there is no such live task. */
    List<Boolean> cancel(List<String> ids, By by);

    /** Returns the status of tasks; empty for those that never existed or were purged. */
    List<Optional<TaskStatus>> find(List<String> ids);

    /** Returns the id of the task that has this dedup key in this queue; empty if there is none, or it was purged. */
    Optional<String> findByKey(String queue, String dedupKey);

    /**
     * Returns a task's history after this fence, up to {@code entriesMax} lines, in order; 0 starts at the beginning.
     */
    List<LogEntry> log(String id, long afterFence, int entriesMax);

    /** The dead letters. */
    DeadLetters deadLetters();

    /** The queues themselves. */
    Queues queues();

    /** The declarations kept beside the tasks. */
    Notes notes();

    /** The nodes that hold tasks; empty if the store does not track them, and dead nodes are noticed only by their leases. */
    default Optional<Nodes> nodes() {
        return Optional.empty();
    }

    /**
     * Purges up to {@code tasksMax} tasks, with their log and dedup key, without holding a lock for long: those done,
     * rejected or cancelled at least {@code endedFor} ago, and letters discarded at least {@code discardedFor} ago.
     * Returns the number of purged tasks.
     */
    int purge(Duration endedFor, Duration discardedFor, int tasksMax);

    /**
     * Calls the listener with a queue's name soon after work for it may have arrived: at once for work of this process,
     * after its transaction has committed; for work from elsewhere if the store supports it. It is a hint that may be
     * missing or spurious, so subscribers must also poll. The listener must be fast and must not throw.
     */
    Subscription onWork(Consumer<String> listener);

    /**
     * Calls the listener soon after a task has ended: done, rejected, dead or cancelled. For an end that this process wrote
     * through this store, at once; for one from elsewhere if the store supports it. Without a status it is a hint that may be
     * spurious, and either may be missing, so subscribers must also poll. The listener must be fast and must not throw.
     *
     * <p>By default it is never called.
     */
    default Subscription onEnd(Consumer<Ended> listener) {
        return () -> {};
    }

    /**
     * Asks other processes to tell the subscribers to {@link #onEnd} in this one when this task ends, if the store supports it.
     * A hint as well: the one that ends it may not hear of it, so ask again from time to time.
     */
    default void requestEnd(String id) {}

    /** The current time of the clock that decides what is due. */
    Instant now();

    /** Describes settings of the store that break its guarantees; empty if there are none. */
    List<String> warnings();

    /** How many batches may run at once; more callers share a batch. */
    default int concurrentBatches() {
        return 1;
    }

    /**
     * The result of an enqueue.
     *
     * @param id the task's id: its own, or that of the task with its dedup key
     * @param isNew whether it is the enqueued task, added now or by an earlier attempt
     */
    record Enqueued(String id, boolean isNew) {}

    /**
     * A task that has ended.
     *
     * @param id the task's id
     * @param status what {@link #find} would return, if the store knows it without a query; null otherwise
     */
    record Ended(String id, @Nullable TaskStatus status) {
        /** An end of which only the task is known. */
        public static Ended of(String id) {
            return new Ended(id, null);
        }
    }

    /** A subscription to notifications. */
    interface Subscription extends AutoCloseable {
        /** Ends the subscription. */
        @Override
        void close();
    }
}
