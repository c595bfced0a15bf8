package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.OuterRetry;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OwnershipTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();

    private RetryPolicy.Builder threeAttempts() {
        return RetryPolicy.named("inner").maxAttempts(3).backoff(Backoff.none());
    }

    private String down() throws ConnectException {
        calls.incrementAndGet();
        throw new ConnectException("refused");
    }

    @Test
    void oneLayerRetries() {
        Retry outer = Retry.builder(threeAttempts().build()).virtualTime(time).build();
        Retry inner = Retry.builder(threeAttempts().build()).virtualTime(time).build();

        assertThatExceptionOfType(GaveUpException.class).isThrownBy(() -> outer.call(() -> inner.call(this::down)));

        assertThat(calls).as("not nine").hasValue(3);
    }

    @Test
    void unlessToldOtherwise() {
        // snippet: nested
        RetryPolicy inner = RetryPolicy.named("inner")
                .maxAttempts(3)
                .backoff(Backoff.none())
                .nested(Nesting.RETRY) // attempts multiply: have a reason
                .build();
        // end

        Retry outer = Retry.builder(threeAttempts().build()).virtualTime(time).build();
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> outer.call(
                        () -> Retry.builder(inner).virtualTime(time).build().call(this::down)));
        assertThat(calls).hasValue(9);
    }

    @Test
    void somebodyElseRetries() {
        Retry retry = Retry.builder(threeAttempts().build()).virtualTime(time).build();

        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> {
                    // snippet: outer
                    OuterRetry.within(() -> retry.call(this::down)); // one attempt: the broker delivers again
                    // end
                })
                .satisfies(e -> assertThat(e.reason()).isEqualTo(StopReason.NESTED));
        assertThat(calls).hasValue(1);
    }

    @Test
    void insideATransactionNothingIsRepeated() {
        Retry retry = Retry.builder(threeAttempts().build()).virtualTime(time).build();

        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> {
                    // snippet: transaction
                    OpenTransaction.around(() -> retry.call(this::down)); // one attempt, then GaveUpException
                    // end
                })
                .satisfies(e -> assertThat(e.reason()).isEqualTo(StopReason.TRANSACTION));
        assertThat(calls).hasValue(1);
    }

    @Test
    void orWhereAProbeKnows() {
        RetryPolicy policy = threeAttempts().build();

        // snippet: probe
        Retry retry = Retry.builder(policy)
                .transactionProbe(OwnershipTest::insideTransaction)
                .build();
        // end

        assertThatExceptionOfType(GaveUpException.class).isThrownBy(() -> retry.call(this::down));
        assertThat(calls).hasValue(1);
    }

    private static boolean insideTransaction() {
        return true;
    }
}
