package dev.oncemore.examples.snippets;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.examples.snippets.Shop.Bank;
import dev.oncemore.examples.snippets.Shop.BankException;
import dev.oncemore.examples.snippets.Shop.Order;
import dev.oncemore.examples.snippets.Shop.Payment;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import org.junit.jupiter.api.Test;

class FirstMinuteTest {
    private static final String MESSAGE = "payments: gave up after 2 of 4 attempts in 380 ms: the next delay (500 ms)"
            + " does not fit the deadline (420 ms left); last failure: THROTTLED HTTP 429";

    private final Order order = new Order("inv-001", 4_900);
    private final String key = "inv-001";
    private final Bank bank = anyOrder -> new Payment("p-1");

    @Test
    void theFirstExample_andTheMessageWhenItGivesUp() {
        // snippet: first-example
        // One line with a preset. Create one engine per dependency and keep it.
        Retry api = Retry.preset("api");
        int balance = api.call(Safety.readOnly(), () -> bank.balance("acme")); // a read: a lost reply leaves no doubt

        // A policy of your own.
        Retry payments = Retry.of(RetryPolicy.named("payments")
                .maxAttempts(4)
                .backoff(Backoff.exponential(ofMillis(100)).cap(ofSeconds(2)).fullJitter())
                .attemptTimeout(ofMillis(350))
                .deadline(ofMillis(800))
                .budget(RetryBudget.ratio(0.20))
                .breaker(Breaker.failures(5).coolDown(ofSeconds(30)))
                .build());

        // The key makes a lost reply safe to repeat. The remaining time is passed on to the bank.
        Payment payment = payments.attempt(Safety.keyed(key), attempt -> bank.charge(order, key, attempt.remaining()));
        // end

        assertThat(balance).isEqualTo(100);
        assertThat(payment.number()).isEqualTo("p-1");
        givesUpWithTheMessage(payments.policy());
    }

    /** A bank that answers 429 after 150 ms, at the second attempt with a hint of half a second. */
    private void givesUpWithTheMessage(RetryPolicy policy) {
        VirtualTime time = new VirtualTime();
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> Retry.builder(policy)
                        .virtualTime(time)
                        .build()
                        .attempt(Safety.keyed(key), attempt -> {
                            time.advance(ofMillis(150));
                            throw new BankException(Classification.throttled("HTTP 429")
                                    .notBefore(ofMillis(attempt.isRetry() ? 500 : 0)));
                        }))
                .withMessage(MESSAGE);
        assertThat(Document.words("README.md")).contains(MESSAGE);
    }
}
