package dev.oncemore.observe;

import dev.oncemore.http.client.HttpRetryListener;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.OnceListener;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskListener;
import dev.oncemore.task.saga.SagaEvent;
import dev.oncemore.task.saga.SagaListener;
import java.util.List;

/**
 * Listens to all engines. Pass the same instance to each of them:
 *
 * <pre>{@code
 * Telemetry telemetry = Telemetry.of(Meters.on(registry), SpanListener.on(openTelemetry), JsonLines.to(log::info));
 *
 * Retry bank = Retry.builder(policy).listener(telemetry).build();
 * Once once = Once.on(store, OnceSettings.standard().listener(telemetry));
 * Tasks tasks = Tasks.on(store, TaskSettings.standard().listener(telemetry));
 * }</pre>
 *
 * <p>Events of methods that are not overridden are ignored.
 */
public interface Telemetry extends HttpRetryListener, OnceListener, TaskListener, SagaListener {

    /** Combines several. One that throws does not keep the others from receiving the event. */
    static Telemetry of(Telemetry... parts) {
        return parts.length == 1 ? parts[0] : new AllOf(List.of(parts));
    }

    @Override
    default Telemetry forHttp() {
        return this;
    }

    @Override
    default void on(RetryEvent event) {}

    @Override
    default void on(OnceEvent event) {}

    @Override
    default void on(TaskEvent event) {}

    @Override
    default void on(SagaEvent event) {}
}
