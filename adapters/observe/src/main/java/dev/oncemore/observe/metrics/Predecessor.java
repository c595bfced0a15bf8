package dev.oncemore.observe.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * Removes the meters that discarded {@link Meters} left in a registry: they read collected objects, and would block
 * their successors.
 */
final class Predecessor {
    private Predecessor() {}

    static void remove(MeterRegistry registry, MeterName name, Tags tags) {
        for (Meter left : registry.find(name.dotted()).tags(tags).meters()) {
            registry.remove(left);
        }
    }
}
