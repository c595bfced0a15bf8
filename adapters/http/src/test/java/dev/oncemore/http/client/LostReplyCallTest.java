package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.net.NetworkFault;
import dev.oncemore.testkit.net.Strike;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The calling side: a reply that is lost, late or cut short is never taken for an answer. */
class LostReplyCallTest {
    private Faulty bank;

    @BeforeEach
    void start() throws Exception {
        bank = new Faulty();
    }

    @AfterEach
    void stop() throws Exception {
        bank.close();
    }

    @Nested
    class APostWithoutAKey {
        @Test
        void isSentOnce_whenTheReplyIsLost_andTheErrorSaysWhy() {
            bank.proxy.next(NetworkFault.dropReply());

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> bank.client().send(bank.post(), BodyHandlers.ofString()))
                    .withMessageStartingWith("bank: gave up after 1 of 3 attempts")
                    .withMessageContaining("it may have happened")
                    .withMessageContaining("Send an Idempotency-Key header")
                    .satisfies(e -> {
                        assertThat(GaveUpException.of(e).orElseThrow().reason()).isEqualTo(StopReason.UNKNOWN_OUTCOME);
                        assertThat(((Classified) e).classification().kind())
                                .isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
                    });
            assertThat(bank.server.seen()).hasSize(1);
        }

        @Test
        void isSentOnce_whenItTimesOutAfterSending_andTheTypeIsTheJdks() {
            Strike held = bank.proxy.next(NetworkFault.holdReply());
            HttpRequest post = bank.request()
                    .POST(BodyPublishers.ofString("x"))
                    .timeout(Duration.ofSeconds(2))
                    .build();

            assertThatExceptionOfType(HttpTimeoutException.class)
                    .isThrownBy(() -> bank.client().send(post, BodyHandlers.ofString()))
                    .withMessageContaining("gave up after 1 of 3 attempts")
                    .withCauseInstanceOf(HttpTimeoutException.class);
            held.release();
            assertThat(bank.server.seen()).hasSize(1);
        }

        @Test
        void isSentAgain_whenItNeverArrived() throws Exception {
            bank.proxy.refuseConnections();
            assertThatExceptionOfType(ConnectException.class)
                    .isThrownBy(() -> bank.client().send(bank.post(), BodyHandlers.ofString()))
                    .withMessageContaining("gave up after 3 of 3 attempts");

            assertThat(bank.failures()).containsExactly("TRANSIENT", "TRANSIENT", "TRANSIENT");
        }
    }

    @Nested
    class WithAKey {
        @Test
        void aLostReplyIsFollowedByTheSameRequestWithTheSameKey() throws Exception {
            Strike lost = bank.proxy.next(NetworkFault.dropReply());

            assertThat(bank.client()
                            .send(bank.postWithKey(), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("ok");

            lost.await();
            assertThat(bank.server.seen())
                    .extracting(seen -> seen.header("Idempotency-Key"))
                    .containsExactly("\"inv-001\"", "\"inv-001\"");
            assertThat(bank.failures()).containsExactly("TIMEOUT_UNKNOWN_OUTCOME");
        }

        @Test
        void aRequestThatIsCutOffIsSentAgain() throws Exception {
            bank.proxy.next(NetworkFault.cutBeforeRequest());

            assertThat(bank.client()
                            .send(bank.postWithKey(), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("ok");
            assertThat(bank.server.seen()).hasSize(1);
        }
    }

    @Nested
    class ATruncatedReply {
        @Test
        void isAnUnknownOutcome_notAnAnswer() {
            bank.server.answer(200, "a".repeat(500));
            bank.proxy.next(NetworkFault.truncateReply(300));

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> bank.client().send(bank.post(), BodyHandlers.ofString()))
                    .withMessageContaining("it may have happened");
            assertThat(bank.failures()).containsExactly("TIMEOUT_UNKNOWN_OUTCOME");
        }

        @Test
        void inItsHeaders_isAnUnknownOutcome() {
            bank.proxy.next(NetworkFault.truncateReply(20));

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> bank.client().send(bank.post(), BodyHandlers.ofString()));
            assertThat(bank.failures()).containsExactly("TIMEOUT_UNKNOWN_OUTCOME");
        }

        @Test
        void isReadAgain_whenThatIsSafe_andTheWholeAnswerIsReturned() throws Exception {
            bank.server.answer(200, "a".repeat(500)).answer(200, "b".repeat(500));
            bank.proxy.next(NetworkFault.truncateReply(300));

            assertThat(bank.client().send(bank.get(), BodyHandlers.ofString()).body())
                    .isEqualTo("b".repeat(500));
        }
    }

    @Test
    void aReplyThatStopsHalfWayIsCutOffByTheAttemptTimeout_whichTheJdksOwnWouldNotDo() {
        bank.server.answer(200, "a".repeat(500));
        Strike held = bank.proxy.next(NetworkFault.holdReplyAfter(300));
        RetryingHttpClient client = bank.builder(
                        Faulty.policy().attemptTimeout(Duration.ofMillis(300)).build())
                .build();
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(bank.post(), BodyHandlers.ofString());
        held.await();

        bank.time.advance(Duration.ofMillis(300));

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(answer::get)
                .havingCause()
                .isInstanceOf(HttpTimeoutException.class)
                .withMessageContaining("it may have happened");
        assertThat(bank.server.seen()).hasSize(1);
    }

    @Test
    void anInterruptEndsTheCall_andTheFlagIsRestored() throws Exception {
        Strike held = bank.proxy.next(NetworkFault.holdReply());
        Thread caller = Thread.currentThread();
        Thread other = new Thread(() -> {
            held.await();
            caller.interrupt();
        });
        other.start();

        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> bank.client().send(bank.get(), BodyHandlers.ofString()));
        assertThat(Thread.interrupted()).isTrue();
        other.join();
        assertThat(bank.server.seen()).hasSize(1);
    }

    @Test
    void anInterruptWhileWaitingForTheNextAttemptEndsTheCall() throws Exception {
        bank.server.answer(503, "busy");
        RetryingHttpClient client = bank.builder(Faulty.policy().build())
                .listener(event -> {
                    if (event instanceof RetryEvent.RetryScheduled) {
                        Thread.currentThread().interrupt();
                    }
                })
                .build();

        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> client.send(bank.get(), BodyHandlers.ofString()))
                .withMessageContaining("the thread was interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(bank.server.seen()).hasSize(1);
    }
}
