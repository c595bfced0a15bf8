package dev.oncemore.observe.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Registers meters under their configured names. Functions and gauges replace what discarded {@link Meters} left in the
 * registry: such a meter reads a collected object, and the registry would ignore its successor.
 */
final class MeterFactory {
    private final MeterRegistry registry;
    private final MeterSettings settings;

    MeterFactory(MeterRegistry registry, MeterSettings settings) {
        this.registry = registry;
        this.settings = settings;
    }

    MeterSettings settings() {
        return settings;
    }

    Clock clock() {
        return registry.config().clock();
    }

    boolean hasHistograms() {
        return !settings.bounds().isEmpty();
    }

    Counter counter(MeterName name, Tags tags) {
        return Counter.builder(dotted(name))
                .description(name.description())
                .tags(tags)
                .register(registry);
    }

    Timer timer(MeterName name, Tags tags) {
        Timer.Builder timer =
                Timer.builder(dotted(name)).description(name.description()).tags(tags);
        if (hasHistograms()) {
            timer.serviceLevelObjectives(settings.bounds().toArray(Duration[]::new));
        }
        return timer.register(registry);
    }

    <T> void functionCounter(MeterName name, Tags tags, T counted, ToDoubleFunction<T> count) {
        removePredecessor(name, tags);
        FunctionCounter.builder(dotted(name), counted, count)
                .description(name.description())
                .tags(tags)
                .register(registry);
    }

    <T> void functionTimer(
            MeterName name, Tags tags, T timed, ToLongFunction<T> count, ToDoubleFunction<T> totalNanos) {
        removePredecessor(name, tags);
        FunctionTimer.builder(dotted(name), timed, count, totalNanos, TimeUnit.NANOSECONDS)
                .description(name.description())
                .tags(tags)
                .register(registry);
    }

    <T> void gauge(MeterName name, Tags tags, T measured, ToDoubleFunction<T> value) {
        removePredecessor(name, tags);
        Gauge.builder(dotted(name), measured, value)
                .description(name.description())
                .tags(tags)
                .register(registry);
    }

    <T> void timeGauge(MeterName name, Tags tags, T measured, ToDoubleFunction<T> nanos) {
        removePredecessor(name, tags);
        TimeGauge.builder(dotted(name), measured, TimeUnit.NANOSECONDS, nanos)
                .description(name.description())
                .tags(tags)
                .register(registry);
    }

    private String dotted(MeterName name) {
        return settings.prefix() + name.dotted();
    }

    private void removePredecessor(MeterName name, Tags tags) {
        for (Meter left : registry.find(dotted(name)).tags(tags).meters()) {
            registry.remove(left);
        }
    }
}
