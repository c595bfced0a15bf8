package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.examples.snippets.Shop.AsyncBank;
import dev.oncemore.examples.snippets.Shop.Bank;
import dev.oncemore.examples.snippets.Shop.Order;
import dev.oncemore.examples.snippets.Shop.Payment;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AsyncTest {
    private final Order order = new Order("inv-001", 4_900);
    private final String key = "inv-001";
    private final Retry payments = Retry.of(RetryPolicy.named("payments").build());

    @Test
    void withoutHoldingAThread() {
        AsyncBank bank = (anyOrder, anyKey, timeout) -> CompletableFuture.completedFuture(new Payment("p-1"));

        // snippet: async
        CompletableFuture<Payment> payment =
                payments.callAsync(Safety.keyed(key), attempt -> bank.charge(order, key, attempt.remaining()));
        // end

        assertThat(payment).isCompletedWithValue(new Payment("p-1"));
    }

    @Test
    void cancelling() {
        CompletableFuture<Payment> running = new CompletableFuture<>();
        AsyncBank bank = (anyOrder, anyKey, timeout) -> running;
        CompletableFuture<Payment> payment = payments.callAsync(attempt -> start(bank));

        // snippet: cancel
        payment.cancel(true); // cancels the running attempt; no further one starts
        // end

        assertThat(running).isCancelled();
    }

    private CompletionStage<Payment> start(AsyncBank bank) {
        return bank.charge(order, key, Duration.ZERO);
    }

    @Test
    void blockingWorkOnAnExecutor() throws Exception {
        Bank bank = anyOrder -> new Payment("p-1");
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            // snippet: executor
            CompletableFuture<Payment> payment = payments.callAsync(
                    Safety.keyed(key), threads, attempt -> bank.charge(order, key, attempt.remaining()));
            // end
            assertThat(payment.get(30, TimeUnit.SECONDS)).isEqualTo(new Payment("p-1"));
        } finally {
            threads.shutdown();
        }
    }
}
