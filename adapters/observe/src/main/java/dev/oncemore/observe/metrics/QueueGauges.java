package dev.oncemore.observe.metrics;

import dev.oncemore.observe.BoundedNames;
import dev.oncemore.observe.metrics.QueueSnapshot.Seen;
import dev.oncemore.task.Tasks;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Gauges of the last queue samples. Queues of one name in different stores are summed; ages are the maximum. */
final class QueueGauges {
    private final MeterFactory meters;
    private final BoundedNames<String> queues;
    private volatile List<QueueSnapshot> looks = List.of();

    QueueGauges(MeterFactory meters) {
        this.meters = meters;
        queues = new BoundedNames<>(meters.settings().labelSetsMax(), this::register);
    }

    /** Samples a store once, however many engines use it. */
    synchronized void watch(Tasks tasks) {
        if (looks.stream().anyMatch(look -> look.isOf(tasks))) {
            return;
        }
        QueueSnapshot look = new QueueSnapshot(tasks, queues::get);
        List<QueueSnapshot> more = new ArrayList<>(looks);
        more.add(look);
        looks = List.copyOf(more);
        look.start();
    }

    synchronized void close() {
        looks.forEach(QueueSnapshot::close);
        looks = List.of();
    }

    private String register(String queue) {
        gauge(MeterName.TASK_READY, queue, seen -> seen.status().ready());
        gauge(MeterName.TASK_RUNNING, queue, seen -> seen.status().running());
        gauge(MeterName.TASK_DEAD_LETTERS, queue, seen -> seen.status().dead());
        gauge(MeterName.TASK_PAUSED, queue, seen -> seen.status().pause() == null ? 0 : 1);
        age(MeterName.TASK_AGE, queue, seen -> nanos(seen.status().oldestReady()));
        age(MeterName.TASK_DEAD_AGE, queue, seen -> nanos(seen.oldestLetter()));
        return queue;
    }

    private void gauge(MeterName name, String queue, ToDoubleFunction<Seen> value) {
        meters.gauge(name, Tags.of("queue", queue), this, gauges -> gauges.value(queue, value, Double::sum));
    }

    private void age(MeterName name, String queue, ToDoubleFunction<Seen> nanos) {
        meters.timeGauge(name, Tags.of("queue", queue), this, gauges -> gauges.value(queue, nanos, Math::max));
    }

    /** NaN if a store could not be sampled: a partial value would look complete. */
    private double value(String queue, ToDoubleFunction<Seen> value, DoubleBinaryOperator together) {
        List<QueueSnapshot> all = looks;
        double result = all.isEmpty() ? Double.NaN : 0;
        for (QueueSnapshot look : all) {
            Map<String, Seen> last = look.last();
            if (last == null) {
                return Double.NaN;
            }
            Seen seen = last.get(queue);
            result = together.applyAsDouble(result, seen == null ? 0 : value.applyAsDouble(seen));
        }
        return result;
    }

    private static double nanos(@Nullable Duration span) {
        return span == null ? 0 : span.toNanos();
    }
}
