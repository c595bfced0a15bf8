package dev.oncemore.examples.snippets.migrate;

import java.io.IOException;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.support.RetryTemplate;

class SpringRetryBefore {
    private final LossyBank bank;

    SpringRetryBefore(LossyBank bank) {
        this.bank = bank;
    }

    // snippet: annotation
    @Retryable(
            retryFor = IOException.class,
            maxAttempts = 3,
            backoff = @Backoff(delay = 100, multiplier = 2, random = true))
    public String charge(String invoice) throws IOException {
        return bank.charge(invoice);
    }
    // end

    String chargeByTemplate() throws IOException {
        // snippet: template
        RetryTemplate retry = RetryTemplate.builder()
                .maxAttempts(3)
                .exponentialBackoff(100, 2, 2_000, true)
                .retryOn(IOException.class)
                .build();
        String number = retry.execute(context -> bank.charge("inv-001"));
        // end
        return number;
    }
}
