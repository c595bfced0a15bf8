package dev.oncemore.examples.snippets.migrate;

import java.io.IOException;
import org.springframework.resilience.annotation.Retryable;

class SpringSevenBefore {
    private final LossyBank bank;

    SpringSevenBefore(LossyBank bank) {
        this.bank = bank;
    }

    // snippet: before
    @Retryable(includes = IOException.class, maxRetries = 2, delay = 100, multiplier = 2, jitter = 50)
    public String charge(String invoice) throws IOException {
        return bank.charge(invoice);
    }
    // end
}
