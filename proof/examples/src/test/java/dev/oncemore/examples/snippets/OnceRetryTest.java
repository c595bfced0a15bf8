package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.once.Finding;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Classifier;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Once with the retry engine and its classifier. */
class OnceRetryTest {
    private static final Key KEY = Key.of("acme", "payment:create", "inv-001");

    private final Bank bank = new Bank();

    private static Once once(OnceSettings settings) {
        return Once.on(new InMemoryRecordStore(), settings.codecs(JacksonCodecs.standard()));
    }

    @Test
    void aRetryAroundOnce() throws Exception {
        Once once = once(OnceSettings.standard());
        Operation<Receipt> pay = once.operation("payment:create", Receipt.class).build();
        Charge request = new Charge("order-7", 4900);

        // snippet: retry
        Retry retry = Retry.preset("api");
        Receipt receipt = retry.call(
                Safety.keyed("inv-001"),
                () -> pay.key("acme", "inv-001")
                        .run(request, claim -> bank.charge(request, claim.downstreamKey()))
                        .require());
        // end

        assertThat(receipt).isEqualTo(new Receipt("order-7"));
        assertThat(bank.keys).as("the first attempt met a closed door").hasSize(2);
        assertThat(pay.key(KEY).run(request, claim -> new Receipt("never")).isReplay())
                .isTrue();
    }

    @Test
    void anExceptionThatNoRuleKnowsLeavesTheOutcomeUnknown_untilItIsTaught() {
        // snippet: classifier
        OnceSettings taught = OnceSettings.standard()
                .classifier(Classifier.standard()
                        .rejectedOn(InsufficientFundsException.class) // failed for good
                        .transientOn(BankClosedException.class)); // did not happen, can be retried
        // end

        assertThat(stateAfter(OnceSettings.standard(), new InsufficientFundsException()))
                .isEqualTo(RecordState.UNKNOWN);
        assertThat(stateAfter(taught, new InsufficientFundsException())).isEqualTo(RecordState.FAILED_FINAL);
        assertThat(stateAfter(taught, new BankClosedException())).isEqualTo(RecordState.FAILED_RETRYABLE);
    }

    private static RecordState stateAfter(OnceSettings settings, Exception thrown) {
        Once once = once(settings);
        Outcome<String> ignored = once.operation("payment:create", String.class)
                .build()
                .key(KEY)
                .run(Payload.none(), claim -> {
                    throw thrown;
                });
        return ((Finding.Known) once.find(KEY)).found().state();
    }

    @Test
    void aReplayAsAnotherTypeIsRefused() {
        Once once = once(OnceSettings.standard());
        once.operation("payment:create", Receipt.class)
                .build()
                .key(KEY)
                .run(Payload.none(), claim -> new Receipt("r-1"))
                .require();

        Outcome<Charge> asked = once.operation("payment:create", Charge.class)
                .build()
                .key(KEY)
                .run(Payload.none(), claim -> new Charge("never", 1));

        assertThat(asked).isInstanceOf(Outcome.DoneWithoutValue.class);
    }

    record Charge(String order, long amount) {}

    record Receipt(String number) {}

    /** Another system, whose door is closed at first. */
    private static final class Bank {
        final List<String> keys = new ArrayList<>();

        Receipt charge(Charge charge, String key) throws ConnectException {
            keys.add(key);
            if (keys.size() == 1) {
                throw new ConnectException("refused");
            }
            return new Receipt(charge.order());
        }
    }

    private static final class BankClosedException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final class InsufficientFundsException extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
