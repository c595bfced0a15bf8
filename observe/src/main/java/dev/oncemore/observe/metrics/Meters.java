package dev.oncemore.observe.metrics;

import dev.oncemore.observe.BoundedNames;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.observe.report.AddedLatency;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.saga.SagaEvent;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer meters of everything that engines do: {@link MeterName} has the list.
 *
 * <pre>{@code
 * Retry bank = Retry.builder(policy).listener(Meters.on(registry)).build();
 * }</pre>
 *
 * <p>A call that succeeds at once costs two additions and allocates nothing. Labels are names of policies, operations, queues,
 * kinds, sagas and schedules; a meter has at most so many sets of them, and whatever comes later counts for {@code other}.
 *
 * <p>Queues and dead letters are looked at every 15 s, from the tasks' own executor, and not by whoever scrapes. Closing ends
 * that.
 */
public final class Meters implements Telemetry, AutoCloseable {
    private static final int SETS_MAX = 200;

    private final BoundedNames<DependencyMeters> dependencies;
    private final RecordMeters records;
    private final TaskMeters tasks;
    private final SagaMeters sagas;
    private final MeterRegistry registry;
    private final int setsMax;
    private final List<QueueGauges> queues = new CopyOnWriteArrayList<>();

    private Meters(MeterRegistry registry, int setsMax) {
        this.registry = Objects.requireNonNull(registry, "registry");
        this.setsMax = setsMax;
        dependencies = new BoundedNames<>(setsMax, name -> new DependencyMeters(registry, name));
        Labelled meters = new Labelled(registry, setsMax);
        records = new RecordMeters(meters);
        tasks = new TaskMeters(meters);
        sagas = new SagaMeters(meters);
    }

    /** Meters in this registry, with at most 200 sets of labels each. */
    public static Meters on(MeterRegistry registry) {
        return on(registry, SETS_MAX);
    }

    /** As {@link #on(MeterRegistry)}, with so many sets of labels for each meter, 1 to 100,000. */
    public static Meters on(MeterRegistry registry, int labelSetsMax) {
        return new Meters(registry, labelSetsMax);
    }

    @Override
    public void onFirstTry(String policy, long elapsedNanos) {
        dependencies.get(policy).onFirstTry(elapsedNanos);
    }

    @Override
    public RetryListener forCall(RetryPolicy policy, @Nullable String key) {
        return new OfCall(dependencies.get(policy.name()));
    }

    @Override
    public void on(RetryEvent event) {
        dependencies.get(event.policy()).on(event);
    }

    @Override
    public void onReady(Retry engine) {
        dependencies.get(engine.policy().name()).onReady(engine);
    }

    @Override
    public void on(OnceEvent event) {
        records.on(event);
    }

    @Override
    public void on(TaskEvent event) {
        tasks.on(event);
    }

    @Override
    public void onReady(Tasks observed) {
        QueueGauges gauges = new QueueGauges(registry, observed, setsMax);
        queues.add(gauges);
        gauges.start();
    }

    @Override
    public void on(SagaEvent event) {
        sagas.on(event);
    }

    /** Looks at queues no more. Events go on being counted. */
    @Override
    public void close() {
        queues.forEach(QueueGauges::close);
        queues.clear();
    }

    /** One call that did not succeed at once. */
    private static final class OfCall implements RetryListener {
        private final DependencyMeters meters;
        private final AddedLatency added = new AddedLatency();

        OfCall(DependencyMeters meters) {
            this.meters = meters;
        }

        @Override
        public void on(RetryEvent event) {
            meters.on(event);
            added.after(event).ifPresent(meters::onAdded);
        }

        @Override
        public void onFirstTry(String policy, long elapsedNanos) {
            meters.onFirstTry(elapsedNanos);
        }
    }
}
