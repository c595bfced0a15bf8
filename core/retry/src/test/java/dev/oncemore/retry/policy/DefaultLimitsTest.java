package dev.oncemore.retry.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.retry.Retry;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nobody gets a call without time limits unless the policy says so by name. */
class DefaultLimitsTest {
    private static RetryPolicy.Builder policy() {
        return RetryPolicy.named("p");
    }

    private static void assertLimits(RetryPolicy policy, Duration attempt, Duration deadline) {
        assertThat(policy.attemptTimeout()).contains(attempt);
        assertThat(policy.deadline()).contains(deadline);
        assertThat(RetryPolicy.from(policy.name(), policy.toMap()))
                .isEqualTo(policy)
                .satisfies(read -> assertThat(read.attemptTimeout()).contains(attempt))
                .satisfies(read -> assertThat(read.deadline()).contains(deadline));
    }

    @ParameterizedTest
    @CsvSource({
        "api,           5s,    30s",
        "documents,     30s,   3min",
        "pipeline,      30s,   3min",
        "three-retries, 30s,   3min",
        "long-job,      10min, 1h",
        "aws-2026,      5s,    30s"
    })
    void everyPresetHasBoth(String preset, String attempt, String deadline) {
        assertLimits(
                RetryPolicy.preset(preset),
                dev.oncemore.time.Durations.parse(attempt),
                dev.oncemore.time.Durations.parse(deadline));
    }

    @Test
    void aPolicyThatSaysNothingHasBoth() {
        assertLimits(policy().build(), Duration.ofSeconds(5), Duration.ofSeconds(30));
        assertThat(RetryPolicy.from("p", Map.of())).isEqualTo(policy().build());
        assertThat(Retry.of(policy().build()).policy().deadline()).contains(Duration.ofSeconds(30));
    }

    @Test
    void theDefaultOfOneFitsTheOtherThatIsSet() {
        assertLimits(policy().deadline(Duration.ofMillis(800)).build(), Duration.ofMillis(800), Duration.ofMillis(800));
        assertLimits(policy().deadline(Duration.ofMinutes(1)).build(), Duration.ofSeconds(5), Duration.ofMinutes(1));
        assertLimits(
                policy().attemptTimeout(Duration.ofMinutes(1)).build(), Duration.ofMinutes(1), Duration.ofMinutes(6));
        assertLimits(
                policy().attemptTimeout(Duration.ofMillis(350)).build(),
                Duration.ofMillis(350),
                Duration.ofSeconds(30));
        assertLimits(policy().attemptTimeout(Duration.ofDays(300)).build(), Duration.ofDays(300), Duration.ofDays(365));
    }

    @Test
    void aCopyKeepsWhatIsSetAndWhatIsNot() {
        RetryPolicy quick = RetryPolicy.preset("api").toBuilder()
                .deadline(Duration.ofSeconds(2))
                .build();

        assertThat(quick.attemptTimeout()).contains(Duration.ofSeconds(2));
        assertThat(quick.renamed("bank").deadline()).contains(Duration.ofSeconds(2));
    }

    @Test
    void unlimitedIsSaidByName() {
        RetryPolicy free = policy().noAttemptTimeout().noDeadline().build();

        assertThat(free.attemptTimeout()).isEmpty();
        assertThat(free.deadline()).isEmpty();
        assertThat(free.toMap()).containsEntry("attempt-timeout", "none").containsEntry("deadline", "none");
        assertThat(RetryPolicy.from("p", free.toMap())).isEqualTo(free);
        assertThat(RetryPolicy.from("p", Map.of("preset", "documents", "deadline", "none"))
                        .deadline())
                .isEmpty();
        assertThat(policy().noAttemptTimeout().build().deadline()).contains(Duration.ofSeconds(30));
        assertThat(policy().noDeadline().build().attemptTimeout()).contains(Duration.ofSeconds(5));
        assertThat(free).isNotEqualTo(policy().build());
    }

    @Test
    void thePrintedPolicyShowsItsDefaultsToo() {
        assertThat(policy().build().toString()).contains("attempt-timeout=5 s", "deadline=30 s");
        assertThat(policy().build().toMap()).doesNotContainKeys("attempt-timeout", "deadline");
    }

    @Test
    void workOfAnyLengthKeepsOnlyTheLimitsThatAreSet() {
        RetryPolicy bare = policy().build().withoutDefaultLimits();
        RetryPolicy pipeline = RetryPolicy.preset("pipeline").withoutDefaultLimits();

        assertThat(bare.attemptTimeout()).isEmpty();
        assertThat(bare.deadline()).isEmpty();
        assertThat(pipeline.attemptTimeout()).contains(Duration.ofSeconds(30));
        assertThat(pipeline.deadline()).isEmpty();
        assertThat(pipeline.withoutDefaultLimits()).isEqualTo(pipeline);
    }

    @Test
    void contradictionsNameBothValues_andWhichOneIsADefault() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.preset("documents").toBuilder()
                        .deadline(Duration.ofSeconds(10))
                        .build())
                .withMessage("policy 'documents': attemptTimeout (30 s) is not shorter than the deadline (10 s), so it"
                        + " could never take effect");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> policy().hedge(Hedge.after(Duration.ofSeconds(6))).build())
                .withMessageContaining("hedge after (6 s) is not shorter than the attemptTimeout (5 s by default)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy().limiter(Limiter.concurrency(1).queueTimeout(Duration.ofMinutes(1)))
                        .build())
                .withMessageContaining("limiter queue timeout (1 min)")
                .withMessageContaining("the deadline (30 s by default)");
    }

    @Test
    void aFixedDelayIsSpreadUnlessNoJitterIsAskedFor() {
        assertThat(Backoff.fixed(Duration.ofSeconds(1)).jitter()).hasToString("plus-minus 200 ms");
        assertThat(Backoff.fixed(Duration.ofSeconds(1)).noJitter().jitter()).hasToString("none");
        assertThat(Backoff.fixed(Duration.ofNanos(4)).jitter()).hasToString("none");
        assertThat(Backoff.none().base()).isZero();
    }
}
