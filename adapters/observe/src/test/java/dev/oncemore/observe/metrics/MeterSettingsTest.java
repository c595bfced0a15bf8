package dev.oncemore.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the settings change, and what bounds the number of series. */
class MeterSettingsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Meters meters = Meters.on(registry);
    private final EngineRoom room = new EngineRoom(meters);

    @Test
    void namesThatAreMadeUpDoNotFillTheRegistry() {
        SimpleMeterRegistry small = new SimpleMeterRegistry();
        Meters bounded = Meters.on(small, MeterSettings.standard().labelSetsMax(3));
        Once once = Once.on(new InMemoryRecordStore(), OnceSettings.standard().listener(bounded));
        for (int i = 0; i < 100; i++) {
            bounded.onFirstTry("dependency-" + i, "default", 1);
            once.operation("operation-" + i, String.class)
                    .build()
                    .key("acme", "key")
                    .run(Payload.none(), claim -> "done")
                    .require();
        }

        assertThat(small.find("dependency.latency").functionTimers()).hasSize(4);
        assertThat(small.find("idempotency.records").counters()).hasSize(4);
        assertThat(small.get("dependency.calls")
                        .tags("dependency", "other", "outcome", "first_try")
                        .functionCounter()
                        .count())
                .isEqualTo(97);
        assertThat(small.get("idempotency.records")
                        .tags("operation", "other", "status", "succeeded")
                        .counter()
                        .count())
                .isEqualTo(97);
    }

    @Test
    void whatIsOneNameTooMany_stillHasTheStateThatAlertsAskFor() {
        SimpleMeterRegistry small = new SimpleMeterRegistry();
        Meters bounded = Meters.on(small, MeterSettings.standard().labelSetsMax(1));
        Once once = Once.on(new InMemoryRecordStore(), OnceSettings.standard().listener(bounded));
        for (int i = 0; i < 5; i++) {
            Outcome<String> ignored = once.operation("operation-" + i, String.class)
                    .build()
                    .key("acme", "key")
                    .run(Payload.none(), claim -> {
                        throw new java.net.SocketTimeoutException("no reply");
                    });
        }

        assertThat(small.get("idempotency.unknown")
                        .tags("operation", "other", "change", "arisen")
                        .counter()
                        .count())
                .isEqualTo(4);
        assertThat(small.get("idempotency.unknown")
                        .tags("operation", "other", "change", "settled")
                        .counter()
                        .count())
                .isZero();
    }

    @Test
    void operationsThatAreMadeUpDoNotFillTheRegistry() {
        SimpleMeterRegistry small = new SimpleMeterRegistry();
        Meters bounded = Meters.on(small, MeterSettings.standard().labelSetsMax(3));
        for (int i = 0; i < 100; i++) {
            bounded.onFirstTry("bank", "order-" + i, 1);
        }

        assertThat(small.find("dependency.latency").functionTimers()).hasSize(4);
        assertThat(small.get("dependency.calls")
                        .tags("operation", "other", "outcome", "first_try")
                        .functionCounter()
                        .count())
                .isEqualTo(97);
    }

    @Test
    void histogramsAreOneSetting_onRealTimers() {
        SimpleMeterRegistry sorted = new SimpleMeterRegistry();
        Meters observed =
                Meters.on(sorted, MeterSettings.standard().histograms(Duration.ofMillis(100), Duration.ofSeconds(1)));
        for (int millis : new int[] {1, 100, 101, 1_000, 1_001}) {
            observed.onFirstTry("bank", "charge", Duration.ofMillis(millis).toNanos());
        }

        Timer latency = sorted.get("dependency.latency")
                .tags("dependency", "bank", "operation", "charge")
                .timer();
        assertThat(latency.count()).isEqualTo(5);
        assertThat(latency.takeSnapshot().histogramCounts())
                .extracting(bucket -> bucket.bucket(TimeUnit.MILLISECONDS), CountAtBucket::count)
                .containsExactly(tuple(100.0, 2.0), tuple(1_000.0, 4.0));
    }

    @Test
    void aPrefixIsOneSetting_andPrecedesEveryName() {
        SimpleMeterRegistry prefixed = new SimpleMeterRegistry();
        new EngineRoom(Meters.on(prefixed, MeterSettings.standard().prefix("oncemore."))).driveAll();

        Set<String> names = new TreeSet<>();
        prefixed.getMeters().forEach(meter -> names.add(meter.getId().getName()));
        assertThat(names)
                .containsExactlyElementsOf(Stream.of(MeterName.values())
                        .map(name -> "oncemore." + name.dotted())
                        .sorted()
                        .toList());
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        MeterSettings standard = MeterSettings.standard();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standard.histograms(Duration.ofSeconds(1), Duration.ofMillis(100)))
                .withMessage("histogram bounds must be over 0 and ascending, but 100 ms comes after 1 s");
        assertThatIllegalArgumentException().isThrownBy(() -> standard.histograms(new Duration[0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standard.prefix("oncemore"))
                .withMessageContaining("followed by a dot");
        assertThatIllegalArgumentException().isThrownBy(() -> standard.labelSetsMax(0));
    }

    @Test
    void aRegistryHasItsMetersOnce_howeverOftenTheyAreAskedFor() {
        assertThat(Meters.on(registry)).isSameAs(meters);
        assertThatIllegalStateException()
                .isThrownBy(() -> Meters.on(registry, MeterSettings.standard().histograms()))
                .withMessage("the meters of this registry have the prefix '', at most 200 label sets and 0 histogram"
                        + " bounds, and cannot have the prefix '', at most 200 label sets and 12 histogram bounds as"
                        + " well");
    }

    @Test
    void twoEnginesOfOneNameShareTheirGauges_withoutRegisteringThemTwice() {
        List<String> warnings = new ArrayList<>();
        registry.config().onMeterRegistrationFailed((id, why) -> warnings.add(id + " " + why));
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord told) {
                warnings.add(told.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger micrometer = Logger.getLogger("io.micrometer");
        micrometer.addHandler(handler);
        try {
            for (int i = 0; i < 3; i++) {
                room.engine(
                        RetryPolicy.named("bank").budget(RetryBudget.standard()).breaker(Breaker.failures(5)));
            }
            assertThat(warnings).isEmpty();
            Gauge.builder("breaker.state", () -> 1)
                    .tags("dependency", "bank", "state", "open")
                    .register(registry);
            assertThat(warnings).as("what a second registration causes").isNotEmpty();
        } finally {
            micrometer.removeHandler(handler);
        }

        assertThat(registry.find("breaker.state").gauges()).hasSize(BreakerMode.values().length);
        assertThat(registry.find("retry.budget.remaining").gauges()).hasSize(1);
    }
}
