package dev.oncemore.examples.snippets.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FromResilience4jTest {
    private final LossyBank bank = new LossyBank();

    @Test
    void resilience4jRepeatsALostReply_andChargesTwice() throws Exception {
        assertThat(Resilience4jBefore.charge(bank)).isEqualTo("charge-2");
        assertThat(bank.charges()).isEqualTo(2);
    }

    @Test
    void oncemoreDoesNot_unlessTheCallIsDeclaredSafe() throws Exception {
        Retry retry = retry();

        assertThatThrownBy(() -> retry.call(() -> bank.charge("inv-001"))).matches(GaveUpException::mayHaveHappened);
        assertThat(bank.charges()).isEqualTo(1);
    }

    @Test
    void aKeyMakesItRepeatable() throws Exception {
        Retry retry = retry();
        // snippet: after
        String number = retry.call(Safety.keyed("inv-001"), () -> bank.charge("inv-001")); // the bank honours the key
        // end
        assertThat(number).isEqualTo("charge-2");
    }

    private static Retry retry() {
        // snippet: policy
        Retry retry = Retry.of(RetryPolicy.named("bank")
                .maxAttempts(3)
                .backoff(Backoff.exponential(Duration.ofMillis(100)))
                .build());
        // end
        return retry;
    }
}
