package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** An operation is the same engine under another label. */
class OperationsTest {
    private final VirtualTime time = new VirtualTime();
    private final List<RetryEvent> events = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final RetryListener listener = new RetryListener() {
        @Override
        public void on(RetryEvent event) {
            events.add(event);
        }

        @Override
        public RetryListener forCall(RetryPolicy policy, String operation, String key) {
            calls.add(operation);
            return this;
        }
    };

    private Retry engine(RetryPolicy policy) {
        return Retry.builder(policy).virtualTime(time).listener(listener).build();
    }

    private static String failing() throws Failure {
        throw Failure.passing("503");
    }

    @Test
    void everyEventOfACallNamesItsOperation() {
        Retry bank = engine(doubling(2).build());
        Retry charge = bank.operation("charge");

        charge.call(() -> "done");
        assertThatThrownBy(() -> charge.call(OperationsTest::failing))
                .hasMessageStartingWith("payments/charge: gave up");
        CompletableFuture<String> async = charge.callAsync(attempt -> CompletableFuture.completedFuture("done"));

        assertThat(async).isCompleted();
        assertThat(events)
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(event -> assertThat(event.operation()).isEqualTo("charge"));
        assertThat(events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsSubsequence("Succeeded", "AttemptFailed", "RetryScheduled", "AttemptFailed", "Abandoned");
        assertThat(calls).containsOnly("charge");
        assertThat(charge.operation()).isEqualTo("charge");
    }

    @Test
    void callsOnTheEngineItselfHaveTheDefaultOperation() {
        Retry bank = engine(doubling(1).build());

        bank.call(() -> "done");
        assertThatThrownBy(() -> bank.call(OperationsTest::failing)).hasMessageStartingWith("payments: gave up");

        assertThat(events).allSatisfy(event -> assertThat(event.operation()).isEqualTo("default"));
        assertThat(bank.operation("default")).isSameAs(bank);
    }

    @Test
    void isMadeOnceAndKept() {
        Retry bank = engine(doubling(2).build());

        assertThat(bank.operation("charge")).isSameAs(bank.operation("charge"));
        assertThat(bank.operation("refund").operation("charge")).isSameAs(bank.operation("charge"));
        assertThat(bank.operation("charge").policy()).isSameAs(bank.policy());
    }

    @Test
    void sharesBudgetAndBreakerWithTheEngine() {
        Retry bank = engine(noDelay(2)
                .budget(RetryBudget.ratio(0.1).floor(1).window(Duration.ofSeconds(10)))
                .breaker(Breaker.failures(4))
                .build());

        assertThatThrownBy(() -> bank.operation("charge").call(OperationsTest::failing));
        assertThat(bank.status().budgetRemaining()).isZero();
        assertThatThrownBy(() -> bank.operation("refund").call(OperationsTest::failing))
                .hasMessageContaining("retry budget");
        assertThatThrownBy(() -> bank.call(OperationsTest::failing)).hasMessageContaining("breaker is open");

        assertThat(bank.operation("balance").status().breaker()).isEqualTo(BreakerMode.OPEN);
        assertThatThrownBy(() -> bank.operation("balance").call(() -> "done")).hasMessageContaining("breaker is open");
    }

    @Test
    void countsHookFailuresTogether() {
        Retry bank = Retry.builder(doubling(1).build())
                .virtualTime(time)
                .listener(event -> {
                    throw new IllegalStateException("broken");
                })
                .build();

        bank.operation("charge").call(() -> "done");

        assertThat(bank.status().hookFailures()).isEqualTo(1);
    }

    @Test
    void labelsTheOperationsBeyondTheBoundAsOther() {
        Retry bank = engine(doubling(1).build());
        for (int i = 0; i < Operations.NAMES_MAX; i++) {
            assertThat(bank.operation("operation-" + i).operation()).isEqualTo("operation-" + i);
        }

        Retry beyond = bank.operation("order-4711");

        assertThat(beyond.operation()).isEqualTo("other");
        assertThat(bank.operation("order-4712")).isSameAs(beyond);
        assertThat(bank.operation("operation-7").operation()).isEqualTo("operation-7");
    }

    @Test
    void refusesNamesThatCannotBeLabels() {
        Retry bank = engine(doubling(1).build());

        assertThatIllegalArgumentException().isThrownBy(() -> bank.operation(" "));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bank.operation("x".repeat(101)))
                .withMessageContaining("1 to 100");
        assertThatIllegalArgumentException().isThrownBy(() -> bank.operation("a\nb"));
    }
}
