package dev.oncemore.spring;

import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.RunScope;
import dev.oncemore.task.store.Task;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports to Micrometer's observations, which the application's tracer turns into spans. An enqueued task carries the trace of its
 * enqueuer in its headers ({@code traceparent}), and its runs continue it on any node. Failed attempts, scheduled retries and
 * duplicates are events of the observation that is current where the call was made.
 */
final class Observations implements Telemetry {
    private final ObservationRegistry registry;

    Observations(ObservationRegistry registry) {
        this.registry = registry;
    }

    /** Asked while a task is enqueued: the observation is that of sending it. */
    @Override
    public Map<String, String> headers() {
        if (registry.isNoop()) {
            return Map.of();
        }
        Map<String, String> headers = new HashMap<>();
        SenderContext<Map<String, String>> sending = new SenderContext<>(
                (carrier, name, value) -> {
                    if (carrier != null) {
                        carrier.put(name, value);
                    }
                },
                Kind.PRODUCER);
        sending.setCarrier(headers);
        Observation.createNotStarted("oncemore.enqueue", () -> sending, registry)
                .start()
                .stop();
        return headers;
    }

    @Override
    public RunScope onRun(Task task, int attempt) {
        if (registry.isNoop()) {
            return RunScope.NONE;
        }
        ReceiverContext<Map<String, String>> receiving =
                new ReceiverContext<>((carrier, name) -> carrier.get(name), Kind.CONSUMER);
        receiving.setCarrier(task.headers());
        Observation run = Observation.createNotStarted("oncemore.task", () -> receiving, registry)
                .contextualName("task " + task.kind())
                .lowCardinalityKeyValue("oncemore.queue", task.queue())
                .lowCardinalityKeyValue("oncemore.kind", task.kind())
                .highCardinalityKeyValue("oncemore.task_id", task.id())
                .highCardinalityKeyValue("oncemore.attempt", Integer.toString(attempt))
                .start();
        Observation.Scope scope = run.openScope();
        return (succeeded, outcome) -> {
            scope.close();
            run.lowCardinalityKeyValue("oncemore.outcome", outcome);
            run.stop();
        };
    }

    /** Later attempts of an asynchronous call run on other threads, where nothing is current. */
    @Override
    public RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
        Observation current = registry.getCurrentObservation();
        return current == null ? event -> {} : event -> tell(current, event);
    }

    @Override
    public void onFirstTry(String policy, String operation, long elapsedNanos) {}

    private static void tell(Observation current, RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed failed) {
            String kind = failed.classification().kind().name();
            current.event(Observation.Event.of("attempt.failed", "attempt " + failed.attempt() + " failed: " + kind));
        } else if (event instanceof RetryEvent.RetryScheduled scheduled) {
            current.event(Observation.Event.of(
                    "retry.scheduled", "retry in " + scheduled.delay().toMillis() + " ms"));
        } else if (event instanceof RetryEvent.Abandoned abandoned) {
            current.event(Observation.Event.of(
                    "gave.up", "gave up: " + abandoned.facts().reason().name()));
        }
    }

    @Override
    public void on(OnceEvent event) {
        Observation current = registry.getCurrentObservation();
        if (current == null) {
            return;
        }
        String operation = event.key().scope().operation();
        if (event instanceof OnceEvent.HeldBack) {
            current.event(Observation.Event.of("duplicate", "duplicate of " + operation));
        } else if (event instanceof OnceEvent.Mismatched) {
            current.event(Observation.Event.of("mismatch", "key with another payload: " + operation));
        }
    }
}
