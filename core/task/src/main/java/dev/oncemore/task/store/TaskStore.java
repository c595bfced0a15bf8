package dev.oncemore.task.store;

import dev.oncemore.By;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The verbs every store of tasks has. Each request of a batch is answered by itself, in the batch's order; a batch takes effect
 * as a whole or not at all, and when a call returns, what it did is durable. A batch should name each task once; if it has two
 * claims of one task, each is answered by its id and fence, and of two ends of one claim the first counts.
 *
 * <ol>
 *   <li>Each verb is safe to repeat: an id that the store knows is not enqueued again, and a finisher whose claim has ended as
 *       it says is told that it succeeded.
 *   <li>Only the store's clock decides what is due and which lease is over.
 *   <li>Fences only rise, per task and for ever; a redrive goes on where the fence was.
 *   <li>A lane is worked on by one owner at a time and from its head on: a task of a lane is given only together with or after
 *       all that were committed before it. Enqueuing therefore takes the lane's lock before it draws the sequence number, and
 *       holds it until the transaction ends.
 * </ol>
 *
 * <p>Failures of the store are {@link dev.oncemore.OncemoreException}s.
 */
public interface TaskStore {

    /**
     * Adds tasks. One whose id is known, live or ended, is left as it is. One whose dedup key is taken within its queue is not
     * added either: a dedup key is taken from when its task is enqueued until the last trace of that task is purged, whether
     * it waits, runs, is dead, discarded or in the log.
     */
    List<Enqueued> enqueue(List<NewTask> tasks);

    /**
     * Gives due tasks to an owner: the highest priority first, then what has been due the longest. Each is then not due before
     * its lease is over, its fence rises, and the attempt is counted. What other claims hold or are taking is passed over
     * without waiting; a paused queue gives nothing. A claim that ended by silence is logged as abandoned.
     *
     * <p>A lane gives a run of due tasks from its head on, side by side and in order, and only while none of its tasks is under
     * a live lease and no letter of it is parked. A claim whose answer is lost costs its tasks the lease and the attempt.
     */
    List<Claimed> claim(ClaimRequest claim);

    /** Extends leases, each only under its fence. False where the owner had lost the task. */
    List<Boolean> extend(List<TaskExtension> extensions);

    /** Ends claims, each only under its fence. False where the owner had lost the task; nothing was changed then. */
    List<Boolean> finish(List<TaskFinish> finishes);

    /** Takes live tasks back, even running ones, whose owners thereby lose them. False where there is no such live task. */
    List<Boolean> cancel(List<String> ids, By by);

    /** Where tasks stand; empty for those that never were, or whose last trace is purged. */
    List<Optional<TaskStatus>> find(List<String> ids);

    /** A task's history after this fence, up to so many lines, in order; 0 starts at the beginning. */
    List<LogEntry> log(String id, long afterFence, int entriesMax);

    /** Tasks that were given up. */
    DeadLetters deadLetters();

    /** The queues themselves. */
    Queues queues();

    /** What is declared beside the tasks. */
    Notes notes();

    /**
     * Forgets up to so many tasks, with their log and dedup key, without holding a lock for long: those that were done, rejected
     * or cancelled that long ago, and letters that were discarded that long ago. Answers how many it forgot.
     */
    int purge(Duration endedFor, Duration discardedFor, int tasksMax);

    /**
     * Calls the listener with a queue's name soon after work for it may have come: at once for work of this process, once its
     * transaction has committed; from elsewhere if the store can. It is a hint that may be missing or without cause, so
     * whoever listens asks from time to time as well. The listener is quick and does not throw.
     */
    Subscription onWork(Consumer<String> listener);

    /** What time it is, by the clock that decides what is due. */
    Instant now();

    /** Settings of the store that break the promises, in words for people; empty when all is well. */
    List<String> warnings();

    /** How many batches may be under way at once; more callers share a batch. */
    default int concurrentBatches() {
        return 1;
    }

    /**
     * What became of a wish.
     *
     * @param id the task's id: its own, or that of the one that has its dedup key
     * @param isNew whether it is the task that was asked for, added now or by an earlier try
     */
    record Enqueued(String id, boolean isNew) {}

    /** Somebody who listens. */
    interface Subscription extends AutoCloseable {
        /** Listens no more. */
        @Override
        void close();
    }
}
