package dev.oncemore.examples.snippets;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** What the snippets are about: a shop and the bank it calls. */
final class Shop {
    private Shop() {}

    record Order(String id, int cents) {}

    record Payment(String number) {}

    interface Bank {
        Payment charge(Order order);

        default Payment charge(Order order, String key, Duration timeout) {
            return charge(order);
        }

        default int balance(String account) {
            return 100;
        }
    }

    interface AsyncBank {
        CompletionStage<Payment> charge(Order order, String key, Duration timeout);
    }

    /** A failure that says itself what it means. */
    static class BankException extends RuntimeException implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient Classification classification;

        BankException(Classification classification) {
            super(classification.reason());
            this.classification = classification;
        }

        @Override
        public Classification classification() {
            return classification;
        }
    }
}
