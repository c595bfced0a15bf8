package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.examples.snippets.Shop.Bank;
import dev.oncemore.examples.snippets.Shop.Order;
import dev.oncemore.examples.snippets.Shop.Payment;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SafetyTest {
    private static final String MESSAGE =
            "payments: gave up after 1 of 3 attempts in 0 ms: it may have happened, and the"
                    + " call declares neither a key nor that it is idempotent (pass Safety.keyed(…) or Safety.idempotent() if"
                    + " that is so); last failure: TIMEOUT_UNKNOWN_OUTCOME SocketTimeoutException: Read timed out";

    private final AtomicInteger charges = new AtomicInteger();
    private final Order order = new Order("inv-001", 4_900);
    private final Bank bank = anyOrder -> new Payment("p-1");
    private final Retry payments = Retry.builder(
                    RetryPolicy.named("payments").backoff(Backoff.none()).build())
            .virtualTime(new VirtualTime())
            .build();

    private Payment charge() throws IOException {
        charges.incrementAndGet();
        throw new SocketTimeoutException("Read timed out");
    }

    @Test
    void aLostReplyIsNotRepeated_andTheMessageSaysWhy() {
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> payments.call(this::charge))
                .withMessage(MESSAGE)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(StopReason.UNKNOWN_OUTCOME));
        assertThat(charges).hasValue(1);
        assertThat(Document.words("docs/guide-retry.md")).contains(MESSAGE);
    }

    @Test
    void withAKeyItIsRepeated() {
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> payments.call(Safety.keyed("inv-001"), this::charge));
        assertThat(charges).hasValue(3);
    }

    @Test
    void aRefusalAfterALostReplyIsNoAnswer() {
        List<String> toLookUp = new ArrayList<>();

        // snippet: doubt
        try {
            payments.run(Safety.keyed(order.id()), () -> chargeWithAnExpiredToken());
        } catch (IOException | GaveUpException e) {
            if (GaveUpException.mayHaveHappened(e)) {
                toLookUp.add(order.id()); // paid or not: ask the bank
            }
        }
        // end

        assertThat(toLookUp).containsExactly("inv-001");
        assertThat(charges).hasValue(2);
    }

    /** The first reply is lost; then the token is refused. */
    private void chargeWithAnExpiredToken() throws IOException {
        if (charges.incrementAndGet() == 1) {
            throw new SocketTimeoutException("Read timed out");
        }
        throw new Unauthorized();
    }

    private static final class Unauthorized extends IOException implements Classified {
        private static final long serialVersionUID = 1L;

        @Override
        public Classification classification() {
            return Classification.permanent("401");
        }
    }

    @Test
    void declaring() {
        // snippet: declare
        int balance = payments.call(Safety.readOnly(), () -> bank.balance("acme"));

        Payment payment = payments.attempt(
                Safety.keyed(order.id()),
                attempt -> bank.charge(order, attempt.key().orElseThrow(), attempt.remaining()));
        // end

        assertThat(balance).isEqualTo(100);
        assertThat(payment.number()).isEqualTo("p-1");
    }
}
