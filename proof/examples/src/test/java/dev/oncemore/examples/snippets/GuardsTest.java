package dev.oncemore.examples.snippets;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryStatus;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class GuardsTest {
    private final VirtualTime time = new VirtualTime();

    @Test
    void budgets() {
        // snippet: budget
        RetryBudget standard = RetryBudget.standard(); // 20 % of calls, at least 10 in 10 s
        RetryBudget careful = RetryBudget.ratio(0.05).floor(2).window(ofMinutes(1));
        // end

        assertThat(standard).isEqualTo(new RetryBudget(0.20, 10, ofSeconds(10)));
        assertThat(careful.floor()).isEqualTo(2);
    }

    @Test
    void budgetsWithCosts() {
        // snippet: costs
        RetryBudget quota = RetryBudget.ratio(1)
                .floor(500)
                .window(ofMinutes(1))
                .cost(FailureKind.TRANSIENT, 14)
                .cost(FailureKind.THROTTLED, 5);
        // end

        assertThat(quota.cost(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, 14))
                .isEqualTo(RetryPolicy.preset("aws-2026").budget().orElseThrow());
    }

    @Test
    void breakers() {
        // snippet: breaker
        Breaker inARow = Breaker.failures(5).coolDown(ofSeconds(30));
        Breaker share = Breaker.failureRate(0.5).overCalls(100).minimumCalls(20).probes(3);
        Breaker slow = Breaker.failureRate(0.5).slowRate(0.8, ofSeconds(2)).over(ofMinutes(1));
        // end

        for (Breaker breaker : List.of(inARow, share, slow)) {
            Retry retry = Retry.builder(
                            RetryPolicy.named("bank").breaker(breaker).build())
                    .virtualTime(time)
                    .build();
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
        }
    }

    @Test
    void limiters() {
        // snippet: limiter
        RetryPolicy policy = RetryPolicy.named("printer")
                .limiter(Limiter.concurrency(4).queueTimeout(ofMillis(200)).queueSize(50))
                .build();
        // end

        assertThat(Retry.builder(policy).virtualTime(time).build().call(() -> "printed"))
                .isEqualTo("printed");
    }

    @Test
    void howItStands() {
        Retry retry = Retry.builder(RetryPolicy.named("bank").build())
                .virtualTime(time)
                .build();

        // snippet: status
        RetryStatus status = retry.status();
        String line = "breaker %s, %d retries left, %d running, %d queued"
                .formatted(status.breaker(), status.budgetRemaining(), status.running(), status.queued());
        // end

        assertThat(line).isEqualTo("breaker null, 10 retries left, 0 running, 0 queued");
    }

    @Test
    void aSecondCopyOfASlowAttempt() {
        // snippet: hedge
        RetryPolicy policy = RetryPolicy.named("search")
                .hedge(Hedge.after(ofMillis(50))) // or Hedge.afterP95()
                .build();
        // end

        List<CompletableFuture<String>> copies = new ArrayList<>();
        CompletableFuture<String> found = Retry.builder(policy)
                .virtualTime(time)
                .build()
                .callAsync(Safety.idempotent(), attempt -> {
                    CompletableFuture<String> copy = new CompletableFuture<>();
                    copies.add(copy);
                    return copy;
                });
        time.advance(ofMillis(50));
        assertThat(copies).hasSize(2);
        copies.get(1).complete("found");
        assertThat(found).isCompletedWithValue("found");
        assertThat(copies.get(0)).isCancelled();
    }

    @Test
    void aHedgeThatMayNotRepeatDoesNot() {
        Retry retry = Retry.builder(RetryPolicy.named("search")
                        .hedge(Hedge.after(ofMillis(50)))
                        .build())
                .virtualTime(time)
                .build();
        CompletableFuture<String> never = new CompletableFuture<>();
        CompletableFuture<String> call = retry.callAsync(attempt -> never);

        time.advance(ofSeconds(1));

        assertThat(call).isNotDone();
        assertThat(retry.tryCall(() -> "found").fold(success -> "found", GaveUp::message))
                .isEqualTo("found");
    }
}
