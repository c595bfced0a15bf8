package dev.oncemore.task.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.CapturedLog;
import dev.oncemore.task.LongestChance;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.inbox.Received.How;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/**
 * The answer for every row. Here nothing is ever rolled back: a consumer that commits by mistake must not lose a message
 * either. What transactions do is the conformance kit's business.
 */
class InboxTest {
    private static final RetryPolicy POLICY = RetryPolicy.named("inbox")
            .maxAttempts(3)
            .backoff(Backoff.exponential(Duration.ofSeconds(1)).noJitter())
            .classifier(Classifier.standard()
                    .rejectedOn(UnsupportedOperationException.class)
                    .on(
                            RejectedExecutionException.class,
                            failure -> dev.oncemore.retry.policy.Classification.throttled("429")
                                    .notBefore(Duration.ofSeconds(40))))
            .build();

    private final RecordStore records = new InMemoryRecordStore();
    private final Inbox<String, Integer> inbox = Inbox.of(
                    Once.on(joining(records), OnceSettings.standard()),
                    "billing",
                    Codec.<Integer>of(
                            number -> String.valueOf(number).getBytes(java.nio.charset.StandardCharsets.UTF_8),
                            bytes -> Integer.valueOf(new String(bytes, java.nio.charset.StandardCharsets.UTF_8))))
            .policy(POLICY);
    private final List<Integer> handled = new ArrayList<>();

    @SuppressWarnings("unchecked") // the proxy is of that very interface
    private static JoiningStore<String> joining(RecordStore store) {
        return (JoiningStore<String>) Proxy.newProxyInstance(
                InboxTest.class.getClassLoader(), new Class<?>[] {JoiningStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("join")) {
                        return store;
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Received receive(int attempt, MessageHandler<Integer> handler) {
        return inbox.receive("tx", new Delivery("m-1", Bytes.ofText("7"), attempt), handler);
    }

    private Verdict handle(Integer number, dev.oncemore.once.Claim claim) {
        handled.add(number);
        return Verdict.done();
    }

    @Test
    void aMessageIsHandledOnce() {
        assertThat(receive(1, this::handle)).isEqualTo(new Received.Ack(How.HANDLED, true, "it was handled"));
        assertThat(receive(2, this::handle)).isEqualTo(new Received.Ack(How.DUPLICATE, true, "it was handled before"));
        assertThat(handled).containsExactly(7);
    }

    @Test
    void aMessageWhoseLastAcknowledgementWasLostIsADuplicate_andNoDeadLetter() {
        assertThat(receive(3, this::handle)).extracting("how").isEqualTo(How.HANDLED);

        assertThat(receive(4, this::handle)).isEqualTo(new Received.Ack(How.DUPLICATE, true, "it was handled before"));
        assertThat(handled).containsExactly(7);
    }

    @Test
    void aConsumerNeedsNoVerdict() {
        Received received =
                inbox.consume("tx", new Delivery("m-1", Bytes.ofText("7"), 1), (number, claim) -> handled.add(number));

        assertThat(received).extracting("how").isEqualTo(How.HANDLED);
        assertThat(handled).containsExactly(7);
    }

    @Test
    void decorrelatedJitterGrowsFromTheDelayThatTheSourceCarries() {
        Inbox<String, Integer> growing = inbox.policy(RetryPolicy.named("growing")
                        .maxAttempts(9)
                        .backoff(Backoff.exponential(Duration.ofSeconds(1))
                                .cap(Duration.ofSeconds(20))
                                .decorrelatedJitter())
                        .unlimitedBudget()
                        .build())
                .random(new LongestChance());
        Duration previous = Duration.ZERO;
        List<Long> seconds = new ArrayList<>();
        for (int attempt = 1; attempt <= 4; attempt++) {
            Delivery delivery = new Delivery("m-1", Bytes.ofText("7"), attempt, previous);
            Received received = growing.receive("tx", delivery, (number, claim) -> {
                throw new ConnectException("refused");
            });
            previous = ((Received.RetryLater) received).delay();
            seconds.add(previous.toSeconds());
        }

        assertThat(seconds).containsExactly(3L, 9L, 20L, 20L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Delivery("m-1", Bytes.ofText("7"), 1, Duration.ofSeconds(-1)));
    }

    @Test
    void anExceptionIsLoggedWithItsTrace() {
        try (CapturedLog log = new CapturedLog()) {
            receive(1, (number, claim) -> {
                throw new ConnectException("refused");
            });
            receive(1, (number, claim) -> {
                throw new IllegalStateException("a bug");
            });
            assertThat(log.from(Level.WARNING))
                    .extracting(record -> record.getLevel() + " " + record.getThrown())
                    .containsExactly(
                            "WARNING java.net.ConnectException: refused",
                            "SEVERE java.lang.IllegalStateException: a bug");
        }
    }

    @Test
    void aTransientFailureIsRetriedLater_byThePolicy() {
        MessageHandler<Integer> refused = (number, claim) -> {
            throw new ConnectException("refused");
        };
        assertThat(receive(1, refused))
                .isEqualTo(new Received.RetryLater(Duration.ofSeconds(1), "TRANSIENT ConnectException: refused"));
        assertThat(receive(2, refused)).extracting("delay").isEqualTo(Duration.ofSeconds(2));
        assertThat(receive(3, this::handle)).extracting("how").isEqualTo(How.HANDLED);
    }

    @Test
    void anInvalidSchemaIsADeadLetter_andNothingIsClaimed() {
        Received received = inbox.receive("tx", new Delivery("m-1", Bytes.ofText("seven"), 1), this::handle);

        assertThat(received).isInstanceOf(Received.DeadLetter.class);
        assertThat(received.reason()).contains("it can not be read", "seven");
        assertThat(receive(1, this::handle)).extracting("how").isEqualTo(How.HANDLED);
    }

    @Test
    void aFinalBusinessRejectionIsAcknowledged() {
        assertThat(receive(1, (number, claim) -> {
                    throw new UnsupportedOperationException("unknown customer");
                }))
                .isEqualTo(new Received.Ack(How.REJECTED, false, "UnsupportedOperationException: unknown customer"));
    }

    @Test
    void anUnknownOutcomeIsRetriedLater_withTheSameKeyForTheOtherSide() {
        List<String> keys = new ArrayList<>();
        for (int attempt = 1; attempt <= 2; attempt++) {
            // Nothing is rolled back here, so the record says unknown, as it would in a store without transactions.
            Inbox<String, Integer> again = attempt == 1 ? inbox : freshInbox();
            Received received =
                    again.receive("tx", new Delivery("m-1", Bytes.ofText("7"), attempt), (number, claim) -> {
                        keys.add(claim.downstreamKey());
                        throw new IOException("reset");
                    });
            assertThat(received).isInstanceOf(Received.RetryLater.class);
        }
        assertThat(keys).hasSize(2);
        assertThat(keys.get(0)).isEqualTo(keys.get(1));
    }

    private static Inbox<String, Integer> freshInbox() {
        return new InboxTest().inbox;
    }

    @Test
    void poisonIsADeadLetter() {
        assertThat(receive(1, (number, claim) -> {
                    throw new IllegalStateException("bug");
                }))
                .isEqualTo(new Received.DeadLetter("PROGRAMMER_ERROR IllegalStateException: bug"));
    }

    @Test
    void deliveriesThatAreUsedUpMakeADeadLetter() {
        assertThat(receive(3, (number, claim) -> {
                    throw new ConnectException("refused");
                }))
                .isEqualTo(new Received.DeadLetter(
                        "gave up after 3 of 3 deliveries: TRANSIENT ConnectException: refused"));
    }

    @Test
    void aMessageThatKillsItsConsumerIsADeadLetter_andIsNotHandledAgain() {
        assertThat(receive(4, this::handle))
                .isEqualTo(
                        new Received.DeadLetter("gave up after 3 of 3 deliveries: the last one ended without a word"));
        assertThat(handled).isEmpty();
    }

    @Test
    void anOverloadedDownstreamPausesTheSource_forAsLongAsItAsks() {
        assertThat(receive(1, (number, claim) -> {
                    throw new RejectedExecutionException("busy");
                }))
                .isEqualTo(new Received.Pause(Duration.ofSeconds(40), "THROTTLED 429"));
        assertThat(receive(3, (number, claim) -> {
                    throw new RejectedExecutionException("busy");
                }))
                .as("a pause costs no attempt")
                .isInstanceOf(Received.Pause.class);
    }

    @Test
    void aVerdictIsAnswered() {
        assertThat(receive(1, (number, claim) -> Verdict.retryLater(Duration.ofSeconds(9), "not yet")))
                .isEqualTo(new Received.RetryLater(Duration.ofSeconds(9), "not yet"));
        assertThat(receive(1, (number, claim) -> Verdict.pauseQueue(Duration.ofMinutes(1), "maintenance")))
                .isEqualTo(new Received.Pause(Duration.ofMinutes(1), "maintenance"));
        assertThat(receive(1, (number, claim) -> Verdict.dead("nobody knows this customer")))
                .isEqualTo(new Received.DeadLetter("nobody knows this customer"));
        assertThat(receive(1, (number, claim) -> Verdict.rejected("closed")))
                .isEqualTo(new Received.Ack(How.REJECTED, true, "it was rejected: closed"));
    }

    @Test
    void anIdThatIsNotUsableIsADeadLetter() {
        for (String id : List.of("", "größe", "x".repeat(256))) {
            assertThat(inbox.receive("tx", new Delivery(id, Bytes.ofText("7"), 1), this::handle))
                    .isInstanceOf(Received.DeadLetter.class);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new Delivery("m-1", Bytes.ofText("7"), 0));
    }

    @Test
    void theSameIdWithAnotherPayloadIsADeadLetter() {
        receive(1, this::handle);

        Received other = inbox.receive("tx", new Delivery("m-1", Bytes.ofText("8"), 1), this::handle);

        assertThat(other).isInstanceOf(Received.DeadLetter.class);
        assertThat(other.reason()).contains("was used with another payload");
        assertThat(handled).containsExactly(7);
    }

    @Test
    void anInterruptIsKept_andTheMessageComesBack() {
        assertThat(receive(1, (number, claim) -> {
                    throw new InterruptedException();
                }))
                .isInstanceOf(Received.RetryLater.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
