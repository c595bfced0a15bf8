package dev.oncemore.examples.cases;

import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.retry.RetryEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** The counters of one use case, made from the events of the engines. Registered at once, so that they begin at zero. */
final class CaseMeters implements Telemetry {
    private final Counter attempts;
    private final Counter retries;
    private final Counter duplicates;
    private final Counter timeouts;

    CaseMeters(MeterRegistry registry) {
        attempts = counter(registry, "case.create.attempts", "Requests to create a case that were sent");
        retries = counter(registry, "case.create.retries", "Of these, repetitions of a failed one");
        duplicates = counter(
                registry, "case.create.idempotency.duplicate", "Requests that were answered without creating a case");
        timeouts = counter(registry, "case.create.timeout", "Requests without a response in time");
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    @Override
    public void on(RetryEvent event) {
        if (event instanceof RetryEvent.Succeeded) {
            attempts.increment();
        } else if (event instanceof RetryEvent.AttemptFailed failed) {
            attempts.increment();
            if (failed.classification().timeout() != null) {
                timeouts.increment();
            }
        } else if (event instanceof RetryEvent.RetryScheduled) {
            retries.increment();
        }
    }

    @Override
    public void on(OnceEvent event) {
        if (event instanceof OnceEvent.HeldBack) {
            duplicates.increment();
        }
    }
}
