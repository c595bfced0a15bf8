package dev.oncemore.observe.metrics;

import dev.oncemore.observe.BoundedNames;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.Queues;
import dev.oncemore.time.Time;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How queues stand, as of the last look. A gauge never asks the database by itself: many scrapers, or a slow database, must
 * not be able to hurt each other.
 */
final class QueueGauges {
    private static final Logger LOG = System.getLogger("dev.oncemore.observe");
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(15);

    private final MeterRegistry registry;
    private final Tasks tasks;
    private final BoundedNames<String> queues;
    /** What was seen of each queue; one that is empty is not in it. Null when the last look failed. */
    private volatile @Nullable Map<String, Seen> seen;

    private Time.@Nullable Alarm nextLook;
    private boolean closed;

    QueueGauges(MeterRegistry registry, Tasks tasks, int queuesMax) {
        this.registry = registry;
        this.tasks = tasks;
        queues = new BoundedNames<>(queuesMax, this::register);
    }

    void start() {
        try {
            tasks.settings().executor().execute(this::look);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.WARNING, "the executor takes no work; queues are not looked at", e);
        }
        awaitNextLook();
    }

    private synchronized void awaitNextLook() {
        if (!closed) {
            nextLook = tasks.settings().time().alarm(LOOK_INTERVAL.toNanos(), this::start);
        }
    }

    synchronized void close() {
        closed = true;
        if (nextLook != null) {
            nextLook.cancel();
        }
    }

    private void look() {
        try {
            Map<String, Seen> found = new ConcurrentHashMap<>();
            for (Queues.Status status : tasks.queues().list()) {
                if (queues.get(status.queue()).equals(status.queue())) {
                    found.put(status.queue(), new Seen(status, oldestLetter(status)));
                }
            }
            seen = found;
        } catch (RuntimeException e) {
            // Old figures would look like good ones.
            seen = null;
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

    private String register(String queue) {
        if (!queue.equals(BoundedNames.OTHER)) {
            gauge(MeterName.TASK_READY, queue, last -> last.status.ready());
            gauge(MeterName.TASK_RUNNING, queue, last -> last.status.running());
            gauge(MeterName.TASK_DEAD_LETTERS, queue, last -> last.status.dead());
            gauge(MeterName.TASK_PAUSED, queue, last -> last.status.pause() == null ? 0 : 1);
            age(MeterName.TASK_AGE, queue, last -> nanos(last.status.oldestReady()));
            age(MeterName.TASK_DEAD_AGE, queue, last -> nanos(last.oldestLetter));
        }
        return queue;
    }

    private void gauge(MeterName name, String queue, ToDoubleFunction<Seen> value) {
        Gauge.builder(name.dotted(), this, gauges -> gauges.value(queue, value))
                .description(name.description())
                .tag("queue", queue)
                .register(registry);
    }

    private void age(MeterName name, String queue, ToDoubleFunction<Seen> nanos) {
        TimeGauge.builder(name.dotted(), this, TimeUnit.NANOSECONDS, gauges -> gauges.value(queue, nanos))
                .description(name.description())
                .tag("queue", queue)
                .register(registry);
    }

    private double value(String queue, ToDoubleFunction<Seen> value) {
        Map<String, Seen> all = seen;
        if (all == null) {
            return Double.NaN;
        }
        Seen last = all.get(queue);
        return last == null ? 0 : value.applyAsDouble(last);
    }

    private static double nanos(@Nullable Duration span) {
        return span == null ? 0 : span.toNanos();
    }

    private record Seen(Queues.Status status, Duration oldestLetter) {}
}
