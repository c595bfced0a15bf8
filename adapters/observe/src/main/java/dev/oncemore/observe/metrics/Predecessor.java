package dev.oncemore.observe.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * What {@link Meters} that nobody uses any more left in a registry: meters that read objects which are gone, and which would
 * keep their successors out.
 */
final class Predecessor {
    private Predecessor() {}

    static void remove(MeterRegistry registry, MeterName name, Tags tags) {
        for (Meter left : registry.find(name.dotted()).tags(tags).meters()) {
            registry.remove(left);
        }
    }
}
