package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.retry.RetryEvent;
import dev.oncemore.testkit.net.NetworkFault;
import dev.oncemore.testkit.net.Strike;
import dev.oncemore.testkit.race.Together;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AsyncSendTest {
    private Faulty bank;

    @BeforeEach
    void start() throws Exception {
        bank = new Faulty();
    }

    @AfterEach
    void stop() {
        bank.close();
    }

    /** Waits until the engine waits for its next attempt, then lets the backoff pass. */
    private void passBackoff() {
        Together.await("an alarm is set", () -> bank.time.alarmsWaiting() > 0);
        bank.time.advance(Duration.ofMillis(10));
    }

    @Test
    void retriesLikeSend_andHoldsNoThreadMeanwhile() throws Exception {
        bank.server.answer(503, "busy");
        bank.proxy.next(NetworkFault.none());
        bank.proxy.next(NetworkFault.dropReply());

        CompletableFuture<HttpResponse<String>> future =
                bank.client().sendAsync(bank.postWithKey(), BodyHandlers.ofString());
        passBackoff();
        passBackoff();

        assertThat(future.get().body()).isEqualTo("ok");
        assertThat(bank.failures()).containsExactly("TRANSIENT", "TIMEOUT_UNKNOWN_OUTCOME");
        assertThat(bank.time.sleeps()).isEmpty();
    }

    @Test
    void theLastResponseIsTheResult_whenNoAttemptIsLeft() throws Exception {
        bank.server.answer(503, "one").answer(503, "two").answer(503, "three");

        CompletableFuture<HttpResponse<String>> future = bank.client().sendAsync(bank.get(), BodyHandlers.ofString());
        passBackoff();
        passBackoff();

        assertThat(future.get().statusCode()).isEqualTo(503);
        assertThat(future.get().body()).isEqualTo("three");
    }

    @Test
    void aLostReplyToAPostWithoutAKeyFailsTheFuture_andSaysWhy() {
        bank.proxy.next(NetworkFault.dropReply());

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> bank.client()
                        .sendAsync(bank.post(), BodyHandlers.ofString())
                        .get())
                .havingCause()
                .isInstanceOf(IOException.class)
                .withMessageContaining("gave up after 1 of 3 attempts")
                .withMessageContaining("it may have happened");
        assertThat(bank.server.seen()).hasSize(1);
    }

    @Test
    void cancellingEndsTheAttempt_andNoOtherOneStarts() {
        Strike held = bank.proxy.next(NetworkFault.holdReply());
        CompletableFuture<HttpResponse<String>> future = bank.client().sendAsync(bank.get(), BodyHandlers.ofString());
        held.await();

        assertThat(future.cancel(true)).isTrue();

        Together.await(
                "the exchange was cancelled",
                () -> bank.events.stream().anyMatch(RetryEvent.LateOutcome.class::isInstance));
        assertThat(bank.events).hasAtLeastOneElementOfType(RetryEvent.Abandoned.class);
        assertThat(bank.time.alarmsWaiting()).isZero();
        assertThat(bank.proxy.requests()).isEqualTo(1);
    }

    @Test
    void cancellingDuringTheBackoffStartsNoOtherAttempt() {
        bank.server.answer(503, "busy");
        CompletableFuture<HttpResponse<String>> future = bank.client().sendAsync(bank.get(), BodyHandlers.ofString());
        Together.await("an alarm is set", () -> bank.time.alarmsWaiting() > 0);

        future.cancel(true);

        assertThat(bank.time.alarmsWaiting()).isZero();
        bank.time.advance(Duration.ofHours(1));
        assertThat(bank.server.seen()).hasSize(1);
    }

    @Test
    void aTimeoutThatTheCallerSetsOnTheFutureEndsTheCallToo() {
        Strike held = bank.proxy.next(NetworkFault.holdReply());
        CompletableFuture<HttpResponse<String>> future = bank.client().sendAsync(bank.get(), BodyHandlers.ofString());
        held.await();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> future.orTimeout(1, TimeUnit.MILLISECONDS).get())
                .withCauseInstanceOf(TimeoutException.class);
        Together.await(
                "the exchange was cancelled",
                () -> bank.events.stream().anyMatch(RetryEvent.LateOutcome.class::isInstance));
        assertThat(bank.proxy.requests()).isEqualTo(1);
    }
}
