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
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer meters for the events of all engines; {@link MeterName} lists them.
 *
 * <pre>{@code
 * Retry bank = Retry.builder(policy).listener(Meters.on(registry)).build();
 * }</pre>
 *
 * <p>A call that succeeds at once costs two additions and allocates nothing. Labels are names of policies, operations,
 * queues, kinds, sagas and schedules; the number of label sets per meter is bounded, and later ones count as
 * {@code other}.
 *
 * <p>Queues and dead letters are sampled every 15 s (up to 2 min where counting takes long) on the tasks' own executor,
 * not during a scrape. Closing ends the sampling.
 */
public final class Meters implements Telemetry, AutoCloseable {
    private static final int SETS_MAX = 200;
    private static final List<Duration> STANDARD_BOUNDS = Stream.of(
                    5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000)
            .map(Duration::ofMillis)
            .toList();
    /**
     * One instance per registry while in use: a registry accepts a function as a meter only once, so the counts of a
     * second instance would be lost.
     */
    private static final Map<MeterRegistry, WeakReference<Meters>> BY_REGISTRY =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final BoundedNames<DependencyMeters> dependencies;
    private final RecordMeters records;
    private final TaskMeters tasks;
    private final SagaMeters sagas;
    private final QueueGauges queues;
    private final int setsMax;

    private final LatencyBuckets buckets;

    private Meters(MeterRegistry registry, int setsMax, LatencyBuckets buckets) {
        this.setsMax = setsMax;
        this.buckets = buckets;
        queues = new QueueGauges(registry, setsMax);
        dependencies = new BoundedNames<>(setsMax, name -> new DependencyMeters(registry, name, buckets));
        Labelled meters = new Labelled(registry, setsMax);
        records = new RecordMeters(meters);
        tasks = new TaskMeters(meters);
        sagas = new SagaMeters(meters);
    }

    /**
     * Returns the meters of this registry, with at most 200 label sets each. The same registry gives the same instance.
     */
    public static Meters on(MeterRegistry registry) {
        return on(registry, SETS_MAX);
    }

    /**
     * As {@link #on(MeterRegistry)}, with this many label sets per meter, 1 to 100,000.
     *
     * @throws IllegalStateException if the registry's meters are in use with another bound
     */
    public static Meters on(MeterRegistry registry, int labelSetsMax) {
        return on(registry, labelSetsMax, LatencyBuckets.NONE);
    }

    /**
     * As {@link #on(MeterRegistry, int)}, with latency buckets for percentiles: 1 to 50 bounds in ascending order. Each
     * adds a series per dependency and outcome.
     *
     * @throws IllegalStateException if the registry's meters are in use with other bounds
     */
    public static Meters withLatencyBuckets(MeterRegistry registry, int labelSetsMax, Duration... bounds) {
        if (bounds.length == 0) {
            throw new IllegalArgumentException("there must be at least one latency bound, such as 100 ms");
        }
        return on(registry, labelSetsMax, new LatencyBuckets(List.of(bounds)));
    }

    /** As {@link #on(MeterRegistry)}, with latency buckets from 5 ms to 30 s. */
    public static Meters withLatencyBuckets(MeterRegistry registry) {
        return on(registry, SETS_MAX, new LatencyBuckets(STANDARD_BOUNDS));
    }

    private static Meters on(MeterRegistry registry, int labelSetsMax, LatencyBuckets buckets) {
        synchronized (BY_REGISTRY) {
            WeakReference<Meters> known = BY_REGISTRY.get(Objects.requireNonNull(registry, "registry"));
            Meters used = known == null ? null : known.get();
            if (used == null) {
                used = new Meters(registry, labelSetsMax, buckets);
                BY_REGISTRY.put(registry, new WeakReference<>(used));
            } else if (used.setsMax != labelSetsMax) {
                throw new IllegalStateException("the meters of this registry have at most " + used.setsMax
                        + " label sets, and cannot have " + labelSetsMax + " as well");
            } else if (!used.buckets.equals(buckets)) {
                throw new IllegalStateException("the meters of this registry have "
                        + used.buckets.bounds().size() + " latency bounds, and cannot have "
                        + buckets.bounds().size() + " others as well");
            }
            return used;
        }
    }

    @Override
    public void onFirstTry(String policy, String operation, long elapsedNanos) {
        dependencies.get(policy).onFirstTry(elapsedNanos);
    }

    @Override
    public RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
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
        queues.watch(observed);
    }

    @Override
    public void on(SagaEvent event) {
        sagas.on(event);
    }

    /** Stops sampling queues. Events are still counted. */
    @Override
    public void close() {
        queues.close();
    }

    /** Listens to one call that did not succeed at its first attempt. */
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
        public void onFirstTry(String policy, String operation, long elapsedNanos) {
            meters.onFirstTry(elapsedNanos);
        }
    }
}
