package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.examples.snippets.Shop.BankException;
import dev.oncemore.examples.snippets.Shop.Payment;
import dev.oncemore.retry.CallResult;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private final Retry payments = Retry.builder(RetryPolicy.named("payments").build())
            .virtualTime(new VirtualTime())
            .build();

    private static Payment charge(Classification classification) {
        throw new BankException(classification);
    }

    private String pay(Classification answer) {
        // snippet: catch
        try {
            return payments.call(() -> charge(answer)).number();
        } catch (GaveUpException e) {
            return GaveUpException.mayHaveHappened(e) ? "ask the bank" : "try tomorrow";
        } catch (BankException e) {
            return "the bank said no"; // thrown unchanged
        }
        // end
    }

    @Test
    void catching() {
        assertThat(pay(Classification.transientFailure("down"))).isEqualTo("try tomorrow");
        assertThat(pay(Classification.unknownOutcome("lost"))).isEqualTo("ask the bank");
        assertThat(pay(Classification.rejected("insufficient funds"))).isEqualTo("the bank said no");
    }

    @Test
    void theFactsOfAFailureThatPassedThrough() {
        BankException no = new BankException(Classification.rejected("insufficient funds"));
        assertThatThrownBy(() -> payments.run(() -> {
                    throw no;
                }))
                .isSameAs(no);

        // snippet: facts-of
        Optional<GaveUp> facts = GaveUpException.of(no);
        // end

        assertThat(facts).map(GaveUp::attempts).contains(1);
    }

    @Test
    void lookingInsteadOfCatching() {
        // snippet: try-call
        CallResult<Payment> outcome = payments.tryCall(() -> charge(Classification.transientFailure("down")));
        String line = outcome.fold(
                success -> "paid at attempt " + success.attempts(),
                gaveUp -> gaveUp.attempts() + " attempts, " + gaveUp.reason());
        // end

        assertThat(line).isEqualTo("3 attempts, ATTEMPTS");
    }
}
