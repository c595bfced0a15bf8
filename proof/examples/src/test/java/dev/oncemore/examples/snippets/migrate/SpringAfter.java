package dev.oncemore.examples.snippets.migrate;

import dev.oncemore.spring.Retrying;
import java.io.IOException;

class SpringAfter {
    private final LossyBank bank;

    SpringAfter(LossyBank bank) {
        this.bank = bank;
    }

    // snippet: after
    @Retrying(policy = "bank") // safety = IDEMPOTENT, if the bank honours a key
    public String charge(String invoice) throws IOException {
        return bank.charge(invoice);
    }
    // end
}
