package dev.oncemore.observe.metrics;

import dev.oncemore.observe.BoundedNames;
import dev.oncemore.observe.report.AddedLatency;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.StopReason;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts calls by dependency and operation. Found by two lookups, without building a key. */
final class RetryMeters {
    private final MeterFactory meters;
    private final BoundedNames<Dependency> dependencies;
    private final AtomicInteger pairs = new AtomicInteger();

    RetryMeters(MeterFactory meters) {
        this.meters = meters;
        dependencies = new BoundedNames<>(meters.settings().labelSetsMax(), Dependency::new);
    }

    void onFirstTry(String policy, String operation, long elapsedNanos) {
        dependencies.get(policy).operation(operation).onFirstTry(elapsedNanos);
    }

    void on(RetryEvent event) {
        dependencies.get(event.policy()).shared.on(event);
    }

    void onReady(Retry engine) {
        dependencies.get(engine.policy().name()).shared.onReady(engine);
    }

    RetryListener forCall(String policy, String operation) {
        Dependency dependency = dependencies.get(policy);
        return new OfCall(dependency.shared, dependency.operation(operation));
    }

    /** The meters of one dependency and of its operations. */
    private final class Dependency {
        private final Tags tags;
        private final DependencyMeters shared;
        private final Map<String, OperationMeters> operations = new ConcurrentHashMap<>();

        Dependency(String name) {
            tags = Tags.of("dependency", name);
            shared = new DependencyMeters(meters, tags);
        }

        OperationMeters operation(String name) {
            OperationMeters known = operations.get(name);
            return known != null ? known : add(name);
        }

        /** Pairs beyond the bound share one operation for each dependency. */
        private OperationMeters add(String name) {
            boolean fits =
                    operations.isEmpty() || pairs.get() < meters.settings().labelSetsMax();
            return operations.computeIfAbsent(fits ? name : BoundedNames.OTHER, label -> {
                pairs.incrementAndGet();
                return new OperationMeters(meters, tags, label);
            });
        }
    }

    /** Listens to one call that did not succeed at its first attempt. */
    private static final class OfCall implements RetryListener {
        private final DependencyMeters dependency;
        private final OperationMeters operation;
        private final AddedLatency added = new AddedLatency();
        private volatile int counted;

        OfCall(DependencyMeters dependency, OperationMeters operation) {
            this.dependency = dependency;
            this.operation = operation;
        }

        @Override
        public void on(RetryEvent event) {
            dependency.on(event);
            if (event instanceof RetryEvent.AttemptFailed failed) {
                count(failed.attempt());
            } else if (event instanceof RetryEvent.Succeeded succeeded) {
                count(succeeded.attempts());
                operation.onRescued(succeeded.elapsed().toNanos());
            } else if (event instanceof RetryEvent.Abandoned abandoned) {
                if (abandoned.facts().attempts() > counted) {
                    // An interrupt, an error or the caller ended the last attempt without a classification.
                    count(abandoned.facts().attempts());
                }
                operation.onAbandoned(abandoned.facts(), abandoned.facts().reason() != StopReason.NOT_RETRYABLE);
            }
            added.after(event).ifPresent(dependency::onAdded);
        }

        private void count(int attempt) {
            counted = attempt;
            operation.onAttempt(attempt);
        }

        @Override
        public void onFirstTry(String policy, String label, long elapsedNanos) {
            operation.onFirstTry(elapsedNanos);
        }
    }
}
