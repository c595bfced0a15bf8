package dev.oncemore.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.observe.Warnings;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Meters meters = Meters.on(registry);
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
        Retry bank = room.engine(RetryPolicy.named("bank")
                .maxAttempts(2)
                .backoff(Backoff.fixed(Duration.ofSeconds(3)).noJitter()));
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
        assertThat(count("dependency.attempts", "dependency", "bank", "attempt_number", "1"))
                .isEqualTo(3);
        assertThat(counted("dependency.attempts", "dependency", "bank", "attempt_number", "2"))
                .isEqualTo(2);
        assertThat(counted("dependency.failures", "dependency", "bank", "failure_kind", "transient"))
                .isEqualTo(3);
        assertThat(counted("dependency.retries", "dependency", "bank", "reason", "transient"))
                .isEqualTo(2);
        assertThat(counted("retry.exhausted", "dependency", "bank", "operation", "default"))
                .isEqualTo(1);
        assertThat(counted("retry.stopped", "dependency", "bank", "reason", "attempts"))
                .isEqualTo(1);
        assertThat(registry.get("dependency.latency.added").timer().mean(TimeUnit.SECONDS))
                .isEqualTo(3);
        assertThat(registry.get("dependency.latency")
                        .tags("dependency", "bank", "operation", "default")
                        .functionTimer()
                        .mean(TimeUnit.SECONDS))
                .isEqualTo(2); // 0, 3 and 3 s
    }

    @Test
    void theLongestCallIsForgottenAfterAWhile() {
        MockClock clock = new MockClock();
        SimpleMeterRegistry ticking = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
        Meters observed = Meters.on(ticking);
        observed.onFirstTry("bank", "default", Duration.ofSeconds(7).toNanos());
        observed.onFirstTry("bank", "default", Duration.ofSeconds(2).toNanos());
        TimeGauge longest = ticking.get("dependency.latency.max")
                .tag("operation", "default")
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
    void queuesThatCannotBeSampledAreToldLessAndLessOften() {
        try (Warnings log = new Warnings()) {
            Tasks unused = Tasks.on(
                    room.taskStore,
                    TaskSettings.standard().time(room.time).listener(meters).executor(task -> {
                        throw new RejectedExecutionException("closed");
                    }));
            room.time.advance(Duration.ofMinutes(30)); // 120 samples

            assertThat(log.told).hasSizeBetween(2, 6).first().asString().startsWith("the executor rejected the queue");
        }
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
    void operationsOfOneDependencyAreToldApart() {
        Retry bank = room.engine(RetryPolicy.named("bank").maxAttempts(1));
        String unused = bank.operation("charge").call(() -> "done");
        bank.operation("refund").tryCall(() -> {
            throw new ConnectException("refused");
        });

        assertThat(count("dependency.calls", "operation", "charge", "outcome", "first_try"))
                .isEqualTo(1);
        assertThat(count("dependency.calls", "operation", "refund", "outcome", "failed"))
                .isEqualTo(1);
        assertThat(counted("retry.exhausted", "operation", "charge")).isZero();
        assertThat(counted("retry.exhausted", "operation", "refund")).isEqualTo(1);
    }

    @Test
    void attemptsFromTheTenthOnAreCountedTogether() {
        Retry bank = room.engine(RetryPolicy.named("bank").maxAttempts(11).backoff(Backoff.none()));
        bank.tryCall(() -> {
            throw new ConnectException("refused");
        });

        assertThat(counted("dependency.attempts", "attempt_number", "9")).isEqualTo(1);
        assertThat(counted("dependency.attempts", "attempt_number", "10+")).isEqualTo(2);
        assertThat(registry.find("dependency.attempts").meters()).hasSize(10);
    }

    @Test
    void anAttemptThatTheCallerCancelledIsCounted() {
        Retry bank = room.engine(RetryPolicy.named("bank").maxAttempts(2).attemptTimeout(Duration.ofSeconds(1)));
        bank.callAsync(attempt -> new CompletableFuture<>()).cancel(true);

        assertThat(count("dependency.attempts", "attempt_number", "1")).isEqualTo(1);
        assertThat(count("dependency.calls", "outcome", "failed")).isEqualTo(1);
    }

    @Test
    void discardedMetersDoNotBlockTheirSuccessors() {
        Latency gone = new Latency(
                new MeterFactory(registry, MeterSettings.standard()),
                Tags.of("dependency", "bank", "operation", "default"),
                () -> 7);
        gone.record(1);
        meters.onFirstTry("bank", "default", 1);
        meters.onFirstTry("bank", "default", 1);

        assertThat(count("dependency.calls", "dependency", "bank", "outcome", "first_try"))
                .isEqualTo(2);
        assertThat(registry.get("dependency.latency")
                        .tag("operation", "default")
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
