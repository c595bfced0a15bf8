package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A retry costs what the kind of the failure before it says; so does its delay. */
class BudgetCostsTest {
    private final VirtualTime time = new VirtualTime();

    private Retry engine(RetryPolicy policy) {
        return Retry.builder(policy).virtualTime(time).build();
    }

    private static StopReason stop(Retry retry, Failure failure) {
        return retry.<String>tryCall(Safety.idempotent(), () -> {
                    throw failure;
                })
                .fold(success -> null, GaveUp::reason);
    }

    @Test
    void aRetryTakesTheCostOfItsFailure_untilTheNextDoesNotFit() {
        Retry retry = engine(noDelay(2)
                .budget(RetryBudget.ratio(0.1)
                        .floor(30)
                        .cost(FailureKind.TRANSIENT, 14)
                        .cost(FailureKind.THROTTLED, 5))
                .build());

        assertThat(stop(retry, Failure.passing("down"))).isEqualTo(StopReason.ATTEMPTS);
        assertThat(retry.status().budgetRemaining()).isEqualTo(16);
        assertThat(stop(retry, Failure.throttled(Duration.ZERO))).isEqualTo(StopReason.ATTEMPTS);
        assertThat(retry.status().budgetRemaining()).isEqualTo(11);
        assertThat(stop(retry, Failure.passing("down"))).isEqualTo(StopReason.BUDGET);
        assertThat(stop(retry, Failure.unknown("lost"))).as("costs 1").isEqualTo(StopReason.ATTEMPTS);
        assertThat(retry.status().budgetRemaining()).isEqualTo(10);
        time.advance(Duration.ofSeconds(11));
        assertThat(retry.status().budgetRemaining()).isEqualTo(30);
    }

    @Test
    void aCancelledRetryReturnsItsCost() {
        Retry retry = engine(Policies.doubling(2)
                .budget(RetryBudget.standard().cost(FailureKind.TRANSIENT, 7))
                .build());

        CompletableFuture<String> waiting =
                retry.callAsync(attempt -> CompletableFuture.failedFuture(Failure.passing("down")));
        assertThat(retry.status().budgetRemaining()).isEqualTo(3);
        waiting.cancel(true);

        assertThat(retry.status().budgetRemaining()).isEqualTo(10);
    }

    @Test
    void aSecondCopyCostsAsMuchAsARetryAfterAnUnknownOutcome() {
        Retry retry = engine(noDelay(1)
                .hedge(Hedge.after(millis(50)))
                .budget(RetryBudget.standard().cost(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, 4))
                .build());
        List<CompletableFuture<String>> copies = new ArrayList<>();

        CompletableFuture<String> call = retry.callAsync(Safety.idempotent(), attempt -> {
            copies.add(new CompletableFuture<>());
            return copies.get(copies.size() - 1);
        });
        time.advance(millis(50));

        assertThat(copies).hasSize(2);
        assertThat(retry.status().budgetRemaining()).isEqualTo(6);
        copies.get(1).complete("done");
        assertThat(call).isCompletedWithValue("done");
    }

    @Test
    void theDelayStartsFromTheBaseOfTheKind() {
        Retry retry = engine(RetryPolicy.named("aws")
                .backoff(Backoff.exponential(millis(50))
                        .cap(Duration.ofSeconds(20))
                        .noJitter()
                        .base(FailureKind.THROTTLED, Duration.ofSeconds(1)))
                .build());

        stop(retry, Failure.passing("down"));
        stop(retry, new Failure(Classification.throttled("429")));

        assertThat(time.sleeps())
                .containsExactly(millis(50), millis(100), Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void aws2026HasTheNumbersOfTheSdks() {
        RetryPolicy aws = RetryPolicy.preset("aws-2026");

        assertThat(aws.maxAttempts()).isEqualTo(3);
        assertThat(aws.backoff().base(FailureKind.TRANSIENT)).isEqualTo(millis(50));
        assertThat(aws.backoff().base(FailureKind.THROTTLED)).isEqualTo(Duration.ofSeconds(1));
        assertThat(aws.backoff().cap()).isEqualTo(Duration.ofSeconds(20));
        assertThat(aws.backoff().jitter()).hasToString("full");
        RetryBudget quota = aws.budget().orElseThrow();
        assertThat(quota.floor()).isEqualTo(500);
        assertThat(quota.cost(FailureKind.TRANSIENT)).isEqualTo(14);
        assertThat(quota.cost(FailureKind.TIMEOUT_UNKNOWN_OUTCOME)).isEqualTo(14);
        assertThat(quota.cost(FailureKind.THROTTLED)).isEqualTo(5);
        assertThat(aws.toMap().get("budget"))
                .isEqualTo(Map.of(
                        "ratio",
                        1.0,
                        "floor",
                        500,
                        "window",
                        "1 min",
                        "costs",
                        Map.of("transient", 14, "throttled", 5, "timeout-unknown-outcome", 14)));
    }

    @Test
    void threeRetriesMakesFourAttempts_otherwiseAsPipeline() {
        RetryPolicy three = RetryPolicy.preset("three-retries");

        assertThat(three.maxAttempts()).isEqualTo(4);
        assertThat(three.toBuilder().maxAttempts(3).build().toMap())
                .isEqualTo(RetryPolicy.preset("pipeline").toMap());
    }

    @Test
    void costsAndBasesAreReadFromFiles_andRefusedForKindsThatAreNeverRetried() {
        RetryPolicy read = RetryPolicy.from(
                "p",
                Map.of(
                        "budget.costs.throttled",
                        "5",
                        "backoff",
                        Map.of("base", "50ms", "bases", Map.of("throttled", "1s"))));

        assertThat(read.budget().orElseThrow()).isEqualTo(RetryBudget.standard().cost(FailureKind.THROTTLED, 5));
        assertThat(read.backoff().base(FailureKind.THROTTLED)).isEqualTo(Duration.ofSeconds(1));
        assertThat(RetryPolicy.from("p", read.toMap())).isEqualTo(read);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.from("p", Map.of("budget.costs.permanent", 2)))
                .withMessage("policy 'p', budget.costs.permanent: budget cost: permanent is never retried; set it for"
                        + " transient, throttled, timeout-unknown-outcome");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryBudget.standard().cost(FailureKind.TRANSIENT, 0))
                .withMessage("budget cost of transient must be between 1 and 1000, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.exponential(millis(50)).base(FailureKind.THROTTLED, Duration.ofMinutes(1)))
                .withMessageContaining("backoff base of throttled (1 min) must not be over the cap (30 s)");
    }
}
