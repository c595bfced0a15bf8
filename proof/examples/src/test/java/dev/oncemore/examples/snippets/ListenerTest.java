package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class ListenerTest {
    private final List<String> log = new ArrayList<>();

    @Test
    void listening() throws ConnectException {
        RetryPolicy policy = RetryPolicy.named("bank")
                .backoff(Backoff.fixed(Duration.ofMillis(1)).noJitter())
                .build();

        // snippet: listener
        Retry retry = Retry.builder(policy)
                .listener(event -> {
                    if (event instanceof RetryEvent.RetryScheduled scheduled) {
                        log.add("attempt " + scheduled.attempt() + " in " + scheduled.delay());
                    } else if (event instanceof RetryEvent.Abandoned abandoned) {
                        log.add(abandoned.facts().message());
                    }
                })
                .build();
        // end

        AtomicInteger calls = new AtomicInteger();
        assertThat(retry.call(() -> {
                    if (calls.incrementAndGet() == 1) {
                        throw new ConnectException("refused");
                    }
                    return "up";
                }))
                .isEqualTo("up");
        assertThat(log).containsExactly("attempt 2 in PT0.001S");
    }

    // snippet: counting
    static final class Counting implements RetryListener {
        final LongAdder firstTries = new LongAdder();
        final LongAdder others = new LongAdder();

        @Override
        public void onFirstTry(String policy, String operation, long elapsedNanos) {
            firstTries.increment(); // the common case: no event is created
        }

        @Override
        public void on(RetryEvent event) {
            others.increment();
        }
    }
    // end

    @Test
    void operations() {
        Retry bank = Retry.builder(RetryPolicy.named("bank").build())
                .listener(event -> log.add(event.policy() + " " + event.operation()))
                .build();

        // snippet: operation
        Retry charge = bank.operation("charge");
        Retry refund = bank.operation("refund"); // shares budget, breaker and limiter with charge
        // end

        assertThat(charge.call(() -> "charged")).isEqualTo("charged");
        assertThat(refund.call(() -> "refunded")).isEqualTo("refunded");
        assertThat(log).containsExactly("bank charge", "bank refund");
    }

    @Test
    void counting() {
        Counting counting = new Counting();
        Retry retry = Retry.builder(RetryPolicy.named("bank").build())
                .listener(counting)
                .build();

        assertThat(retry.call(() -> "up")).isEqualTo("up");

        assertThat(counting.firstTries.sum()).isEqualTo(1);
        assertThat(counting.others.sum()).isZero();
    }
}
