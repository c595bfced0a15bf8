package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ClassifyTest {
    private final VirtualTime time = new VirtualTime();

    @Test
    void rulesOfYourOwn() {
        // snippet: rules
        Classifier bank = Classifier.standard()
                .transientOn(BankClosedException.class)
                .rejectedOn(InsufficientFundsException.class)
                .on(SQLTransientConnectionException.class, FailureKind.TRANSIENT)
                .on(
                        SQLException.class,
                        e -> "40001".equals(e.getSQLState()) ? Classification.transientFailure("40001") : null);

        RetryPolicy policy = RetryPolicy.named("bank").classifier(bank).build();
        // end

        assertThat(policy.classifier().classify(new SQLException("x", "40001")).kind())
                .isEqualTo(FailureKind.TRANSIENT);
        assertThat(bank.classify(new SQLException("x", "23505")).retryable()).isFalse();
        assertThat(bank.classify(new SQLTransientConnectionException()).kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(bank.classify(new InsufficientFundsException()).kind()).isEqualTo(FailureKind.DOMAIN_REJECTION);
        assertThat(bank.classify(new BankClosedException()).kind()).isEqualTo(FailureKind.TRANSIENT);
    }

    // snippet: classified
    static final class TooManyOrdersException extends RuntimeException implements Classified {
        private static final long serialVersionUID = 1L;

        private final Duration wait;

        TooManyOrdersException(Duration wait) {
            super("too many orders");
            this.wait = wait;
        }

        @Override
        public Classification classification() {
            return Classification.throttled("too many orders").notBefore(wait);
        }
    }
    // end

    @Test
    void anExceptionThatKnowsItself() {
        AtomicInteger calls = new AtomicInteger();
        Retry retry = Retry.builder(RetryPolicy.named("orders").build())
                .virtualTime(time)
                .build();

        String value = retry.call(() -> {
            if (calls.incrementAndGet() == 1) {
                throw new TooManyOrdersException(Duration.ofSeconds(7));
            }
            return "done";
        });

        assertThat(value).isEqualTo("done");
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void resultsThatAreFailures() {
        // snippet: results
        Classifier judging = Classifier.standard()
                .onResult(Reply.class, reply -> reply.busy() ? Classification.throttled("the bank is busy") : null);
        // end

        Retry retry = Retry.builder(RetryPolicy.named("bank")
                        .backoff(Backoff.none())
                        .classifier(judging)
                        .build())
                .virtualTime(time)
                .build();
        GaveUp facts = retry.tryCall(() -> new Reply(true)).fold(success -> null, gaveUp -> gaveUp);
        assertThat(facts.result()).isEqualTo(new Reply(true));
        assertThat(facts.attempts()).isEqualTo(3);
        assertThat(retry.call(() -> new Reply(false)).busy()).isFalse();
    }

    private record Reply(boolean busy) {}

    private static final class BankClosedException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final class InsufficientFundsException extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
