package dev.oncemore.observe.metrics;

import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.Queues;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks at the queues of one store from time to time. Many scrapers, or a slow database, thus do not hurt each other. */
final class QueueSnapshot {
    private static final Logger LOG = System.getLogger("dev.oncemore.observe");
    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final Duration INTERVAL_MAX = Duration.ofMinutes(2);
    /** Counting millions of tasks takes a while; so many times that long nobody looks again. */
    private static final long REST = 200;

    private final Tasks tasks;
    private final Consumer<String> onQueue;
    /** What was seen of each queue; one that is empty is not in it. Null when the last look failed. */
    private volatile @Nullable Map<String, Seen> last;

    private volatile long costNanos;
    private Time.@Nullable Alarm next;
    private boolean closed;

    QueueSnapshot(Tasks tasks, Consumer<String> onQueue) {
        this.tasks = tasks;
        this.onQueue = onQueue;
    }

    /**
     * A queue, as it was seen.
     *
     * @param status how it stands
     * @param oldestLetter how long its oldest dead letter has been waiting
     */
    record Seen(Queues.Status status, Duration oldestLetter) {}

    boolean isOf(Tasks others) {
        return tasks.store().equals(others.store());
    }

    @Nullable
    Map<String, Seen> last() {
        return last;
    }

    void start() {
        try {
            tasks.settings().executor().execute(this::look);
        } catch (RejectedExecutionException e) {
            last = null;
            LOG.log(Level.WARNING, "the executor takes no work; queues are not looked at", e);
        }
        synchronized (this) {
            if (!closed) {
                next = tasks.settings().time().alarm(pauseNanos(), this::start);
            }
        }
    }

    private long pauseNanos() {
        return Math.min(INTERVAL_MAX.toNanos(), Math.max(INTERVAL.toNanos(), REST * costNanos));
    }

    synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel();
        }
    }

    private void look() {
        Time time = tasks.settings().time();
        long start = time.nanoTime();
        try {
            Map<String, Seen> found = new HashMap<>();
            for (Queues.Status status : tasks.queues().list()) {
                onQueue.accept(status.queue());
                found.put(status.queue(), new Seen(status, oldestLetter(status)));
            }
            last = Map.copyOf(found);
            costNanos = time.nanoTime() - start;
        } catch (RuntimeException e) {
            // Old figures would look like good ones.
            last = null;
            LOG.log(Level.WARNING, "the queues could not be looked at", e);
        }
    }

    private Duration oldestLetter(Queues.Status status) {
        if (status.dead() == 0) {
            return Duration.ZERO;
        }
        List<DeadLetter> oldest =
                tasks.deadLetters().page(Filter.all().inQueue(status.queue()), Order.OLDEST_FIRST, null, 1);
        return oldest.isEmpty()
                ? Duration.ZERO
                : Duration.between(oldest.get(0).diedAt(), tasks.store().now());
    }
}
