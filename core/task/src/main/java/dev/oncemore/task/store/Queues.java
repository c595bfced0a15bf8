package dev.oncemore.task.store;

import dev.oncemore.By;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The status and pauses of queues, shared by all nodes. */
public interface Queues {

    /**
     * Pauses claims from this queue: for this span, or until it is resumed if null. Running tasks continue. It never
     * shortens an existing pause: the longer one stays, with its reason.
     */
    void pause(String queue, @Nullable Duration span, By by);

    /** Resumes a queue. Has no effect if it is not paused. */
    void resume(String queue);

    /** The pause of a queue; empty if it is not paused, or no longer. */
    Optional<Pause> pauseOf(String queue);

    /** All queues with live tasks, undiscarded dead letters or a pause, by name. */
    List<Status> list();

    /**
     * The status of one queue. Tasks that wait for others of their lane may count as ready or as waiting.
     *
     * @param queue its name
     * @param ready tasks that could be claimed now, were the queue not paused
     * @param waiting tasks whose time has not come
     * @param running tasks under live leases
     * @param dead dead letters that are not discarded
     * @param oldestReady how long the oldest ready task has been ready; null if none is
     * @param pause the pause; null if it is not paused
     */
    record Status(
            String queue,
            long ready,
            long waiting,
            long running,
            long dead,
            @Nullable Duration oldestReady,
            @Nullable Pause pause) {

        /** The same with another pause, or with none. */
        public Status with(@Nullable Pause other) {
            return new Status(queue, ready, waiting, running, dead, oldestReady, other);
        }
    }

    /**
     * A pause of a queue.
     *
     * @param until when it ends by itself; null if it must be resumed
     * @param by the person or node that paused it, and why
     */
    record Pause(@Nullable Instant until, By by) {}
}
