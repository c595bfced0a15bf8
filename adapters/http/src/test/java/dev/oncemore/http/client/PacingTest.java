package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that says when its rate limit is used up is left alone until the limit is reset. */
class PacingTest {
    private Faulty bank;

    @BeforeEach
    void start() throws Exception {
        bank = new Faulty();
    }

    @AfterEach
    void stop() {
        bank.close();
    }

    @Test
    void theNextRequestWaitsForTheReset_andIsNotSentBefore() throws Exception {
        RetryingHttpClient client = bank.client();
        bank.server.answer(200, "the last one", "RateLimit", "\"default\";r=0;t=30");
        assertThat(client.send(bank.post(), BodyHandlers.ofString()).body()).isEqualTo("the last one");

        assertThat(client.send(bank.post(), BodyHandlers.ofString()).body()).isEqualTo("ok");

        assertThat(bank.time.sleeps()).containsExactly(Duration.ofSeconds(30));
        assertThat(bank.failures()).containsExactly("THROTTLED");
        assertThat(bank.server.seen()).hasSize(2);
        client.send(bank.post(), BodyHandlers.ofString());
        assertThat(bank.time.sleeps()).hasSize(1);
    }

    @Test
    void aWaitThatDoesNotFitTheDeadlineEndsTheCall_andNothingWasSent() throws Exception {
        RetryingHttpClient client = bank.builder(
                        Faulty.policy().deadline(Duration.ofSeconds(5)).build())
                .build();
        bank.server.answer(200, "", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "30");
        client.send(bank.get(), BodyHandlers.ofString());

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> client.send(bank.post(), BodyHandlers.ofString()))
                .withMessageContaining("the next delay (30 s) does not fit the deadline (5 s left)")
                .withMessageContaining("not sent: the rate limit of 127.0.0.1:" + bank.proxy.port() + " is used up");
        assertThat(bank.server.seen()).hasSize(1);
    }

    @Test
    void otherHostsAreNotAffected_norIsTheHostWhileRequestsAreLeft() throws Exception {
        RetryingHttpClient client = bank.client();
        bank.server.answer(200, "", "RateLimit-Remaining", "0", "RateLimit-Reset", "30");
        client.send(bank.get(), BodyHandlers.ofString());

        client.send(HttpRequest.newBuilder(bank.server.uri("/direct")).build(), BodyHandlers.ofString());
        assertThat(bank.time.sleeps()).isEmpty();
    }

    @Test
    void aRequestIsSentAgainAfterAMinute_whateverTheHeaderSays() throws Exception {
        RetryingHttpClient client = bank.client();
        bank.server.answer(200, "", "RateLimit-Remaining", "0", "RateLimit-Reset", "999999");
        client.send(bank.get(), BodyHandlers.ofString());

        client.send(bank.get(), BodyHandlers.ofString());

        assertThat(bank.time.sleeps()).containsExactly(Duration.ofMinutes(1));
    }

    @Test
    void a429WithoutRetryAfterWaitsForTheReset() throws Exception {
        bank.server.answer(429, "", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "7");

        assertThat(bank.client().send(bank.post(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(bank.time.sleeps()).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void theClientTellsHowLongAHostIsHeld() throws Exception {
        RetryingHttpClient client = bank.builder(Faulty.policy().maxAttempts(1).build())
                .rateLimit(Duration.ofHours(1), "X-Left", "X-Back-In")
                .build();
        assertThat(client.heldFor(bank.get().uri())).isEmpty();
        bank.server.answer(200, "", "X-Left", "0", "X-Back-In", "600");
        client.send(bank.get(), BodyHandlers.ofString());
        assertThat(client.operation("other").heldFor(bank.get().uri())).contains(Duration.ofMinutes(10));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> client.send(bank.post(), BodyHandlers.ofString()))
                .withMessageContaining("not sent");
        assertThat(bank.server.seen()).hasSize(1);
        bank.time.advance(Duration.ofMinutes(10));
        assertThat(client.heldFor(bank.get().uri())).isEmpty();
        assertThat(client.send(bank.post(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
    }

    @Test
    void anOlderResponseDoesNotShortenAWait() {
        Pacing pacing = new Pacing(bank.time);
        pacing.learn(bank.get().uri(), Optional.of(Duration.ofMinutes(10)));
        pacing.learn(bank.get().uri(), Optional.of(Duration.ofSeconds(1)));
        assertThat(pacing.closedFor(bank.get().uri())).contains(Duration.ofMinutes(10));
    }
}
