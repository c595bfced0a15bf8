package dev.oncemore.observe.metrics;

import dev.oncemore.task.saga.SagaEvent;
import org.jspecify.annotations.Nullable;

/** Counts sagas. */
final class SagaMeters {
    private final Labelled meters;

    SagaMeters(Labelled meters) {
        this.meters = meters;
    }

    void on(SagaEvent event) {
        if (event instanceof SagaEvent.Started) {
            // Registered before the first failure: a series that begins at one shows no increase.
            meters.counter(MeterName.SAGA_STUCK, event.saga());
            meters.counter(MeterName.SAGA_UNSTUCK, event.saga());
        }
        MeterName name = nameOf(event);
        if (name != null) {
            meters.counter(name, event.saga()).increment();
        }
    }

    private static @Nullable MeterName nameOf(SagaEvent event) {
        if (event instanceof SagaEvent.Started) {
            return MeterName.SAGA_STARTED;
        }
        if (event instanceof SagaEvent.StepDone) {
            return MeterName.SAGA_STEPS;
        }
        if (event instanceof SagaEvent.Retried) {
            return MeterName.SAGA_RETRIED;
        }
        if (event instanceof SagaEvent.Undone) {
            return MeterName.SAGA_UNDONE;
        }
        if (event instanceof SagaEvent.Completed) {
            return MeterName.SAGA_COMPLETED;
        }
        if (event instanceof SagaEvent.Compensated) {
            return MeterName.SAGA_COMPENSATED;
        }
        if (event instanceof SagaEvent.Stuck) {
            return MeterName.SAGA_STUCK;
        }
        return event instanceof SagaEvent.Resumed || event instanceof SagaEvent.Skipped ? MeterName.SAGA_UNSTUCK : null;
    }
}
