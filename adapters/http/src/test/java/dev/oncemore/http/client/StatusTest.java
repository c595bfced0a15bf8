package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statuses that are retried, for which requests, and when; Retry-After over a real connection. */
class StatusTest {
    private Faulty bank;

    @BeforeEach
    void start() throws Exception {
        bank = new Faulty();
    }

    @AfterEach
    void stop() throws Exception {
        bank.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {425, 429, 503})
    void whatDidNotHappenIsSentAgain_alsoAPostWithoutAKey(int status) throws Exception {
        bank.server.answer(status, "busy");

        HttpResponse<String> response = bank.client().send(bank.post(), BodyHandlers.ofString());

        assertThat(response.body()).isEqualTo("ok");
        assertThat(bank.server.seen())
                .extracting(ScriptedServer.Seen::body)
                .containsExactly("{\"amount\":1}", "{\"amount\":1}");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 500, 502, 504})
    void whatMayHaveHappenedIsSentAgain_onlyWithAKeyOrAnIdempotentMethod(int status) throws Exception {
        bank.server.answer(status, "who knows");
        HttpResponse<String> unsafe = bank.client().send(bank.post(), BodyHandlers.ofString());
        assertThat(unsafe.statusCode()).isEqualTo(status);
        assertThat(unsafe.body()).isEqualTo("who knows");
        assertThat(bank.server.seen()).hasSize(1);

        bank.server.answer(status, "who knows");
        assertThat(bank.client()
                        .send(bank.postWithKey(), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        bank.server.answer(status, "who knows");
        assertThat(bank.client().send(bank.get(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(bank.server.seen()).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS"})
    void theseMethodsAreIdempotentByNature(String method) throws Exception {
        bank.server.answer(500, "who knows");

        HttpRequest request =
                bank.request().method(method, BodyPublishers.noBody()).build();
        assertThat(bank.client().send(request, BodyHandlers.discarding()).statusCode())
                .isEqualTo(200);
        assertThat(bank.server.seen()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 412, 413, 422, 501})
    void whatWillNotChangeIsReturned(int status) throws Exception {
        bank.server.answer(status, "no");

        HttpResponse<String> response = bank.client().send(bank.get(), BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo("no");
        assertThat(bank.server.seen()).hasSize(1);
    }

    @Test
    void theLastResponseIsReturnedWithItsBody_whenNoAttemptIsLeft() throws Exception {
        bank.server.answer(503, "one").answer(503, "two").answer(503, "three", "X-Id", "7");

        HttpResponse<String> response = bank.client().send(bank.get(), BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("three");
        assertThat(response.headers().firstValue("x-id")).contains("7");
        assertThat(bank.server.seen()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "Sat, 24 Jan 2026 10:30:07 GMT"})
    void retryAfterIsAFloor_inSecondsAndAsADate(String value) throws Exception {
        bank.server.answer(429, "", "Retry-After", value, "Date", "Sat, 24 Jan 2026 10:30:00 GMT");

        assertThat(bank.client().send(bank.post(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(bank.time.sleeps()).containsExactly(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-5", "soon", "Thu, 01 Jan 1970 00:00:00 GMT"})
    void aHintThatAsksForNothingLeavesTheBackoff(String value) throws Exception {
        bank.server.answer(503, "", "Retry-After", value);

        assertThat(bank.client().send(bank.get(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(bank.time.sleeps()).containsExactly(Duration.ofMillis(10));
    }

    @Test
    void aHintBeyondTheDeadlineEndsTheCallNow_withTheResponse() throws Exception {
        bank.server.answer(429, "slow down", "Retry-After", "60");
        RetryingHttpClient client = bank.builder(
                        Faulty.policy().deadline(Duration.ofSeconds(5)).build())
                .build();

        HttpResponse<String> response = client.send(bank.get(), BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.body()).isEqualTo("slow down");
        assertThat(bank.time.sleeps()).isEmpty();
        assertThat(bank.server.seen()).hasSize(1);
    }

    @Test
    void theOwnRulesOfAPolicyComeFirst() throws Exception {
        bank.server.answer(404, "not yet").answer(503, "stop");
        RetryingHttpClient client = bank.builder(Faulty.policy()
                        .classifier(Classifier.standard()
                                .onResult(HttpResponse.class, response -> switch (response.statusCode()) {
                                    case 404 -> Classification.transientFailure("lags");
                                    case 503 -> Classification.permanent("closed");
                                    default -> null;
                                }))
                        .build())
                .build();

        assertThat(client.send(bank.get(), BodyHandlers.ofString()).body()).isEqualTo("stop");
        assertThat(bank.failures()).containsExactly("TRANSIENT", "PERMANENT");
    }
}
