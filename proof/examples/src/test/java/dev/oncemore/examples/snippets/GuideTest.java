package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.Jitter;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.retry.policy.PolicyFinding;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of the guide are complete: whoever adds a constant or a setting is told to describe it. */
class GuideTest {
    private final String guide = Document.text("docs/guide-retry.md");

    @Test
    void tellsEveryReasonKindJitterAndEvent() {
        assertThat(Arrays.stream(StopReason.values()).map(Enum::name)).allSatisfy(this::startsARow);
        assertThat(Arrays.stream(FailureKind.values()).map(Enum::name)).allSatisfy(this::startsARow);
        assertThat(Arrays.stream(Jitter.Kind.values())
                        .map(kind -> kind.name().toLowerCase(Locale.ROOT).replace('_', '-')))
                .allSatisfy(this::startsARow);
        assertThat(Arrays.stream(RetryEvent.class.getPermittedSubclasses()).map(Class::getSimpleName))
                .allSatisfy(this::startsARow);
    }

    @Test
    void tellsEverySetting() {
        RetryPolicy.Builder everything = RetryPolicy.named("p")
                .attemptTimeout(Duration.ofSeconds(1))
                .deadline(Duration.ofSeconds(2))
                .backoff(Backoff.exponential(Duration.ofMillis(50)).base(FailureKind.TRANSIENT, Duration.ofMillis(20)))
                .budget(RetryBudget.standard().cost(FailureKind.TRANSIENT, 14))
                .limiter(Limiter.concurrency(1))
                .hedge(Hedge.afterP95());
        Breaker rate = Breaker.failureRate(0.5).slowRate(0.5, Duration.ofSeconds(1));
        List<Breaker> breakers = List.of(Breaker.failures(5), rate.overCalls(10), rate.over(Duration.ofSeconds(10)));

        assertThat(breakers.stream()
                        .flatMap(breaker ->
                                keys("", everything.breaker(breaker).build().toMap()))
                        .distinct())
                .allSatisfy(this::startsARow);
        assertThat(Arrays.stream(FailureKind.values())
                        .map(kind -> "classify."
                                + kind.name().toLowerCase(Locale.ROOT).replace('_', '-')))
                .allSatisfy(key -> assertThat(guide).contains("`" + key + "`"));
        assertThat(List.of("preset", "budget")).allSatisfy(this::startsARow);
    }

    @Test
    void tellsEveryFinding() {
        assertThat(Arrays.stream(PolicyFinding.Code.values()).map(Enum::name)).allSatisfy(this::startsARow);
    }

    @Test
    void tellsEveryPreset() {
        assertThat(Stream.of("api", "documents", "pipeline", "three-retries", "long-job", "aws-2026"))
                .allSatisfy(this::startsARow);
    }

    private void startsARow(String name) {
        assertThat(guide).contains("\n| `" + name + "`");
    }

    private static Stream<String> keys(String prefix, Map<?, ?> settings) {
        return settings.entrySet().stream()
                .flatMap(entry -> entry.getValue() instanceof Map<?, ?> section
                        ? keys(prefix + entry.getKey() + ".", section)
                        : Stream.of(prefix + entry.getKey()));
    }
}
