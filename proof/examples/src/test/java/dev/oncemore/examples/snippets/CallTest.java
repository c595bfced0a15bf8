package dev.oncemore.examples.snippets;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CallTest {
    private final AtomicReference<String> published = new AtomicReference<>("");
    private final Rates rates = new Rates();

    @Test
    void callAndRun() throws IOException {
        // snippet: call
        Retry retry = Retry.preset("api");

        String today = retry.call(Safety.readOnly(), () -> rates.fetch("EUR")); // throws IOException, as the work does
        retry.run(Safety.idempotent(), () -> rates.publish(today));
        // end

        assertThat(published).hasValue("EUR 1.08");
    }

    @Test
    void aPresetUnderAnotherName() {
        // snippet: preset
        RetryPolicy bank = RetryPolicy.preset("api").renamed("bank").toBuilder()
                .deadline(ofSeconds(2))
                .build();
        // end

        assertThat(bank.name()).isEqualTo("bank");
        assertThat(bank.maxAttempts()).isEqualTo(5);
        assertThat(bank.deadline()).isPresent();
    }

    @Test
    void enginesOfOneDependency() {
        RetryPolicy charges = RetryPolicy.named("charges").maxAttempts(5).build();
        RetryPolicy refunds = RetryPolicy.named("refunds").maxAttempts(2).build();

        // snippet: sharing
        Retry charging = Retry.of(charges);
        Retry refunding = Retry.builder(refunds).sharing(charging).build();
        // end

        assertThat(refunding.status()).isEqualTo(charging.status());
    }

    private final class Rates {
        String fetch(String currency) throws IOException {
            return currency + " 1.08";
        }

        void publish(String text) throws IOException {
            published.set(text);
        }
    }
}
