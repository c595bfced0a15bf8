package dev.oncemore.observe.metrics;

import dev.oncemore.observe.Telemetry;
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
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
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
    /**
     * One instance per registry while in use: a registry accepts a function as a meter only once, so the counts of a
     * second instance would be lost.
     */
    private static final Map<MeterRegistry, WeakReference<Meters>> BY_REGISTRY =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final MeterSettings settings;
    private final RetryMeters retries;
    private final RecordMeters records;
    private final TaskMeters tasks;
    private final SagaMeters sagas;
    private final QueueGauges queues;

    private Meters(MeterRegistry registry, MeterSettings settings) {
        this.settings = settings;
        MeterFactory meters = new MeterFactory(registry, settings);
        queues = new QueueGauges(meters);
        retries = new RetryMeters(meters);
        Labelled labelled = new Labelled(meters);
        records = new RecordMeters(labelled);
        tasks = new TaskMeters(labelled);
        sagas = new SagaMeters(labelled);
    }

    /** Returns the meters of this registry. The same registry gives the same instance. */
    public static Meters on(MeterRegistry registry) {
        return on(registry, MeterSettings.standard());
    }

    /**
     * As {@link #on(MeterRegistry)}, with a prefix, histograms, or another bound of label sets.
     *
     * @throws IllegalStateException if the registry's meters are in use with other settings
     */
    public static Meters on(MeterRegistry registry, MeterSettings settings) {
        synchronized (BY_REGISTRY) {
            WeakReference<Meters> known = BY_REGISTRY.get(Objects.requireNonNull(registry, "registry"));
            Meters used = known == null ? null : known.get();
            if (used == null) {
                used = new Meters(registry, settings);
                BY_REGISTRY.put(registry, new WeakReference<>(used));
            } else if (!used.settings.equals(settings)) {
                throw new IllegalStateException("the meters of this registry have " + used.settings
                        + ", and cannot have " + settings + " as well");
            }
            return used;
        }
    }

    @Override
    public void onFirstTry(String policy, String operation, long elapsedNanos) {
        retries.onFirstTry(policy, operation, elapsedNanos);
    }

    @Override
    public RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
        return retries.forCall(policy.name(), operation);
    }

    @Override
    public void on(RetryEvent event) {
        retries.on(event);
    }

    @Override
    public void onReady(Retry engine) {
        retries.onReady(engine);
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
}
