package dev.oncemore.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryPolicy;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Meters meters = Meters.withLatencyBuckets(registry);
    private final EngineRoom room = new EngineRoom(meters);

    private Map<String, Set<String>> emitted() {
        Map<String, Set<String>> labels = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            labels.computeIfAbsent(meter.getId().getName(), name -> new TreeSet<>())
                    .addAll(meter.getId().getTags().stream().map(Tag::getKey).toList());
        }
        return labels;
    }

    private double count(String name, String... tags) {
        return registry.get(name).tags(tags).functionCounters().stream()
                        .mapToDouble(counter -> counter.count())
                        .sum()
                + registry.find(name).tags(tags).counters().stream()
                        .mapToDouble(counter -> counter.count())
                        .sum();
    }

    private double counted(String name, String... tags) {
        return registry.get(name).tags(tags).counter().count();
    }

    @Test
    void everythingInTheListIsEmitted_withItsLabels_andNothingElse() {
        room.driveAll();

        Map<String, Set<String>> listed = new TreeMap<>();
        for (MeterName name : MeterName.values()) {
            listed.put(name.dotted(), new TreeSet<>(name.labels()));
        }
        assertThat(emitted()).isEqualTo(listed);
        for (Meter meter : registry.getMeters()) {
            assertThat(meter.getId().getDescription()).isNotBlank();
        }
    }

    @Test
    void theGuideHasATableOfExactlyThese() throws IOException {
        Path guide = Path.of(System.getProperty("basedir", "."), "..", "..", "docs", "guide-observability.md");
        List<String> rows = Files.readAllLines(guide).stream()
                .filter(line -> line.matches("\\| `[a-z.]+` \\| (counter|timer|gauge|time gauge) \\|.*"))
                .toList();

        List<String> expected = Stream.of(MeterName.values())
                .map(name -> "| `%s` | %s | %s | %s |"
                        .formatted(
                                name.dotted(),
                                name.type().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                String.join(", ", name.labels()),
                                name.description()))
                .toList();
        assertThat(rows).isEqualTo(expected);
    }

    @Test
    void callsAreCountedByHowTheyEnded() {
        Retry bank =
                room.engine(RetryPolicy.named("bank").maxAttempts(2).backoff(Backoff.fixed(Duration.ofSeconds(3))));
        String unused = bank.call(() -> "done");
        bank.tryAttempt(attempt -> {
            if (attempt.number() == 1) {
                throw new ConnectException("refused");
            }
            return "done";
        });
        bank.tryCall(() -> {
            throw new ConnectException("refused");
        });

        assertThat(count("dependency.calls", "dependency", "bank", "outcome", "first_try"))
                .isEqualTo(1);
        assertThat(count("dependency.calls", "dependency", "bank", "outcome", "rescued"))
                .isEqualTo(1);
        assertThat(count("dependency.calls", "dependency", "bank", "outcome", "failed"))
                .isEqualTo(1);
        assertThat(count("dependency.attempts", "dependency", "bank", "result", "success"))
                .isEqualTo(2);
        assertThat(counted("dependency.attempts", "dependency", "bank", "result", "transient"))
                .isEqualTo(3);
        assertThat(counted("dependency.retries", "dependency", "bank")).isEqualTo(2);
        assertThat(counted("retry.exhausted", "dependency", "bank", "reason", "attempts"))
                .isEqualTo(1);
        assertThat(registry.get("dependency.latency.added").timer().mean(TimeUnit.SECONDS))
                .isEqualTo(3);
        assertThat(registry.get("dependency.latency")
                        .tag("outcome", "rescued")
                        .functionTimer()
                        .mean(TimeUnit.SECONDS))
                .isEqualTo(3);
    }

    @Test
    void theLongestCallIsForgottenAfterAWhile() {
        MockClock clock = new MockClock();
        SimpleMeterRegistry ticking = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
        Meters observed = Meters.on(ticking);
        observed.onFirstTry("bank", "default", Duration.ofSeconds(7).toNanos());
        observed.onFirstTry("bank", "default", Duration.ofSeconds(2).toNanos());
        TimeGauge longest = ticking.get("dependency.latency.max")
                .tag("outcome", "first_try")
                .timeGauge();

        assertThat(longest.value(TimeUnit.SECONDS)).isEqualTo(7);
        clock.add(Duration.ofSeconds(60));
        assertThat(longest.value(TimeUnit.SECONDS)).isEqualTo(7);
        observed.onFirstTry("bank", "default", Duration.ofSeconds(3).toNanos());
        assertThat(longest.value(TimeUnit.SECONDS)).isEqualTo(7);
        clock.add(Duration.ofSeconds(60));
        assertThat(longest.value(TimeUnit.SECONDS)).isEqualTo(7);
        assertThat(longest.value(TimeUnit.SECONDS)).isEqualTo(3);
    }

    @Test
    void theBreakersStateAndTheBudgetAreThoseOfTheEngine() {
        Retry bank = room.engine(RetryPolicy.named("bank")
                .maxAttempts(1)
                .breaker(Breaker.failures(1).coolDown(Duration.ofSeconds(1))));
        assertThat(gauge("breaker.state", "state", "closed")).isEqualTo(1);
        assertThat(gauge("breaker.state", "state", "open")).isZero();
        assertThat(gauge("retry.budget.remaining", "dependency", "bank"))
                .isEqualTo((double) bank.status().budgetRemaining());

        bank.tryCall(() -> {
            throw new ConnectException("refused");
        });

        assertThat(gauge("breaker.state", "state", "closed")).isZero();
        assertThat(gauge("breaker.state", "state", "open")).isEqualTo(1);
    }

    private double gauge(String name, String label, String value) {
        return registry.get(name).tag(label, value).gauge().value();
    }

    @Test
    void queuesAndDeadLettersAreLookedAtFromTimeToTime() {
        room.driveTasks();

        assertThat(gauge("task.dead.letters", "queue", "default")).isEqualTo(3); // a mail, a firing and a saga
        assertThat(registry.get("task.dead.age").timeGauge().value(TimeUnit.SECONDS))
                .isGreaterThan(5_000);
        assertThat(gauge("task.ready", "queue", "default")).isEqualTo(1);
        assertThat(registry.get("task.age").timeGauge().value(TimeUnit.SECONDS)).isEqualTo(10);
        assertThat(gauge("task.paused", "queue", "default")).isZero();
    }

    @Test
    void afterClose_queuesAreNotSampled() {
        room.driveTasks();
        meters.close();

        assertThat(gauge("task.dead.letters", "queue", "default")).isNaN();
        room.time.advance(Duration.ofMinutes(5));
        assertThat(gauge("task.dead.letters", "queue", "default")).isNaN();
    }

    @Test
    void namesThatAreMadeUpDoNotFillTheRegistry() {
        SimpleMeterRegistry small = new SimpleMeterRegistry();
        Meters bounded = Meters.on(small, 3);
        Once once = Once.on(new InMemoryRecordStore(), OnceSettings.standard().listener(bounded));
        for (int i = 0; i < 100; i++) {
            bounded.onFirstTry("dependency-" + i, "default", 1);
            once.operation("operation-" + i, String.class)
                    .build()
                    .key("acme", "key")
                    .run(Payload.none(), claim -> "done")
                    .require();
        }

        assertThat(small.find("dependency.latency").tag("outcome", "first_try").functionTimers())
                .hasSize(4);
        assertThat(small.find("idempotency.records").counters()).hasSize(4);
        assertThat(small.get("dependency.calls")
                        .tags("dependency", "other", "outcome", "first_try")
                        .functionCounter()
                        .count())
                .isEqualTo(97);
        assertThat(small.get("idempotency.records")
                        .tags("operation", "other", "state", "succeeded")
                        .counter()
                        .count())
                .isEqualTo(97);
    }

    @Test
    void whatIsOneNameTooMany_stillHasTheStateThatAlertsAskFor() {
        SimpleMeterRegistry small = new SimpleMeterRegistry();
        Meters bounded = Meters.on(small, 1);
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
    void callsAreSortedByHowLongTheyTook_forPercentiles() {
        SimpleMeterRegistry sorted = new SimpleMeterRegistry();
        Meters observed = Meters.withLatencyBuckets(sorted, 200, Duration.ofMillis(100), Duration.ofSeconds(1));
        for (int millis : new int[] {1, 100, 101, 1_000, 1_001}) {
            observed.onFirstTry("bank", "default", Duration.ofMillis(millis).toNanos());
        }

        Map<String, Double> upTo = new TreeMap<>();
        sorted.get("dependency.latency.buckets")
                .tags("dependency", "bank", "outcome", "first_try")
                .functionCounters()
                .forEach(counter -> upTo.put(counter.getId().getTag("le"), counter.count()));
        assertThat(upTo).isEqualTo(Map.of("0.1", 2.0, "1", 4.0, "+Inf", 5.0));
    }

    @Test
    void boundsOfLatencyMustRise() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Meters.withLatencyBuckets(
                        new SimpleMeterRegistry(), 200, Duration.ofSeconds(1), Duration.ofMillis(100)))
                .withMessage("latency bounds must be over 0 and ascending, but 100 ms comes after 1 s");
    }

    @Test
    void aRegistryHasItsMetersOnce_howeverOftenTheyAreAskedFor() {
        assertThat(Meters.withLatencyBuckets(registry)).isSameAs(meters);
        assertThatIllegalStateException()
                .isThrownBy(() -> Meters.on(registry))
                .withMessage("the meters of this registry have 12 latency bounds, and cannot have 0 others as well");
        assertThatIllegalStateException()
                .isThrownBy(() -> Meters.on(registry, 7))
                .withMessage("the meters of this registry have at most 200 label sets, and cannot have 7 as well");
    }

    @Test
    void discardedMetersDoNotBlockTheirSuccessors() {
        Latency gone =
                new Latency(registry, Tags.of("dependency", "bank", "outcome", "first_try"), LatencyBuckets.NONE);
        gone.record(1);
        meters.onFirstTry("bank", "default", 1);
        meters.onFirstTry("bank", "default", 1);

        assertThat(count("dependency.calls", "dependency", "bank", "outcome", "first_try"))
                .isEqualTo(2);
        assertThat(registry.get("dependency.latency")
                        .tag("outcome", "first_try")
                        .functionTimer()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void keysTenantsAndIdsAreNoLabels() {
        room.driveAll();

        assertThat(registry.getMeters())
                .allSatisfy(meter -> assertThat(meter.getId().getTags())
                        .noneMatch(tag -> tag.getValue().contains("inv-")
                                || tag.getValue().contains("acme")));
    }
}
