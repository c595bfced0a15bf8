package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    // snippet: blocking
    private final RetryPolicy policy = RetryPolicy.named("bank")
            .maxAttempts(4)
            .backoff(Backoff.exponential(Duration.ofMillis(100)).noJitter())
            .build();

    @Test
    void waitsLongerEachTime() throws ConnectException {
        VirtualTime time = new VirtualTime();
        Retry retry = Retry.builder(policy).virtualTime(time).build();
        AtomicInteger calls = new AtomicInteger();

        String value = retry.call(() -> {
            if (calls.incrementAndGet() < 3) {
                throw new ConnectException("refused");
            }
            return "up";
        });

        assertThat(value).isEqualTo("up");
        assertThat(time.sleeps()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
    }
    // end

    // snippet: async
    @Test
    void startsAgainWhenItsTimeHasCome() {
        VirtualTime time = new VirtualTime();
        CompletableFuture<String> future = Retry.builder(policy)
                .virtualTime(time)
                .build()
                .callAsync(attempt -> attempt.isRetry()
                        ? CompletableFuture.completedFuture("up")
                        : CompletableFuture.failedFuture(new ConnectException("refused")));

        assertThat(future).isNotDone();
        time.advance(Duration.ofMillis(100)); // timers fire on this thread

        assertThat(future).isCompletedWithValue("up");
    }
    // end
}
