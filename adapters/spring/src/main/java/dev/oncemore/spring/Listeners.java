package dev.oncemore.spring;

import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.OnceListener;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.task.TaskListener;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** The one listener that an engine takes, made of all beans that listen to it. */
final class Listeners {
    private Listeners() {}

    static @Nullable RetryListener ofRetries(ObjectProvider<RetryListener> beans) {
        return combined(beans.orderedStream().toList(), bean -> new ListenerBean(bean, null, null));
    }

    /** Told of a transaction's records after its commit: after a rollback there are none. */
    static @Nullable OnceListener ofRecords(ObjectProvider<OnceListener> beans) {
        OnceListener all = combined(beans.orderedStream().toList(), bean -> new ListenerBean(null, bean, null));
        return all == null || !SpringTransactionProbe.HAS_TRANSACTIONS ? all : CommittedEvents.records(all);
    }

    /** Told of a transaction's tasks after its commit. */
    static @Nullable TaskListener ofTasks(ObjectProvider<TaskListener> beans) {
        TaskListener all = combined(beans.orderedStream().toList(), bean -> new ListenerBean(null, null, bean));
        return all == null || !SpringTransactionProbe.HAS_TRANSACTIONS ? all : CommittedEvents.tasks(all);
    }

    @SuppressWarnings("unchecked") // Telemetry is a listener of every kind
    private static <L> @Nullable L combined(List<L> beans, Function<L, Telemetry> adapted) {
        if (beans.size() < 2) {
            return beans.isEmpty() ? null : beans.get(0);
        }
        return (L) Telemetry.of(beans.stream()
                .map(bean -> bean instanceof Telemetry telemetry ? telemetry : adapted.apply(bean))
                .toArray(Telemetry[]::new));
    }
}
