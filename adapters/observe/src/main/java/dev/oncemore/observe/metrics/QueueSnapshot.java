package dev.oncemore.observe.metrics;

import dev.oncemore.internal.RateLimitedLogger;
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

/**
 * Samples the queues of one store periodically, so that many scrapers do not load the database and a slow database does
 * not delay a scrape.
 */
final class QueueSnapshot {
    private static final Logger LOG = System.getLogger("dev.oncemore.observe");

    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final Duration INTERVAL_MAX = Duration.ofMinutes(2);
    /** Counting millions of tasks takes a while; the pause before the next sample is this multiple of it. */
    private static final long REST = 200;

    private final Tasks tasks;
    private final Consumer<String> onQueue;
    private final RateLimitedLogger warnings;
    /** The last sample of each queue, without empty queues. Null if sampling failed. */
    private volatile @Nullable Map<String, Seen> last;

    private volatile long costNanos;
    private Time.@Nullable Alarm next;
    private boolean closed;

    QueueSnapshot(Tasks tasks, Consumer<String> onQueue) {
        this.tasks = tasks;
        this.onQueue = onQueue;
        warnings = new RateLimitedLogger(LOG, tasks.settings().time());
    }

    /**
     * The sample of one queue.
     *
     * @param status its counts
     * @param oldestLetter the age of its oldest dead letter
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
            warnings.log(Level.WARNING, "the executor rejected the queue sampling; queue metrics are not updated", e);
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
            warnings.recovered("the queues are sampled again");
        } catch (RuntimeException e) {
            // Stale figures would look current.
            last = null;
            warnings.log(Level.WARNING, "the queues could not be sampled; their metrics are NaN", e);
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
