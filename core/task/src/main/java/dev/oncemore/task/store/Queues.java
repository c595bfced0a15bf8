package dev.oncemore.task.store;

import dev.oncemore.By;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How queues stand, and whether they are worked on; the same for every node. */
public interface Queues {

    /**
     * Nothing of this queue is claimed any more: for so long, or with null until somebody resumes it. What runs goes on. It
     * never shortens a pause that is there: the longer one stays, with its reason.
     */
    void pause(String queue, @Nullable Duration span, By by);

    /** The queue is worked on again. Does nothing when it is not paused. */
    void resume(String queue);

    /** Every queue that has live tasks, undiscarded dead letters or a pause, by name. */
    List<Status> list();

    /**
     * How one queue stands. Tasks that wait for others of their lane may count as ready or as waiting.
     *
     * @param queue its name
     * @param ready could be claimed now, were the queue not paused
     * @param waiting their time has not come
     * @param running in the hands of owners under live leases
     * @param dead its dead letters that are not discarded
     * @param oldestReady how long the first of the ready ones has been ready; null when none is
     * @param pause why nothing is claimed; null when it is not paused
     */
    record Status(
            String queue,
            long ready,
            long waiting,
            long running,
            long dead,
            @Nullable Duration oldestReady,
            @Nullable Pause pause) {}

    /**
     * A stop for a queue.
     *
     * @param until when it ends by itself; null when somebody has to resume the queue
     * @param reason why
     * @param who who stopped it
     */
    record Pause(@Nullable Instant until, String reason, String who) {}
}
