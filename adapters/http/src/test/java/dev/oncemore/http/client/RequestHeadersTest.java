package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.http.RemainingTime;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.OuterRetry;
import dev.oncemore.testkit.net.NetworkFault;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The header rules of the calling side. */
class RequestHeadersTest {
    private Faulty bank;

    @BeforeEach
    void start() throws Exception {
        bank = new Faulty();
    }

    @AfterEach
    void stop() {
        bank.close();
    }

    private List<String> sent(String header) {
        return bank.server.seen().stream()
                .map(seen -> String.valueOf(seen.header(header)))
                .toList();
    }

    @Test
    void retriesAreCounted_andTellWhenTheFirstAttemptWas() throws Exception {
        bank.server.answer(503, "").answer(503, "");

        bank.client().send(bank.get(), BodyHandlers.ofString());

        assertThat(sent("X-Retry-Count")).containsExactly("null", "1", "2");
        assertThat(sent("X-Original-Request-At"))
                .containsExactly("null", "2026-01-24T10:30:00Z", "2026-01-24T10:30:00Z");
        assertThat(sent(RemainingTime.HEADER)).containsOnly("null");
    }

    @Test
    void whatTheCallerSetStays_theCountIsOurs() throws Exception {
        bank.server.answer(503, "");
        HttpRequest request = bank.request()
                .header("x-original-request-at", "2026-01-01T00:00:00Z")
                .header("x-retry-count", "7")
                .header("X-Other", "a")
                .header("X-Other", "b")
                .build();

        bank.client().send(request, BodyHandlers.ofString());

        assertThat(sent("X-Original-Request-At")).containsOnly("2026-01-01T00:00:00Z");
        assertThat(sent("X-Retry-Count")).containsExactly("7", "1");
        assertThat(bank.server.seen().get(1).headers().getValuesList("X-Other")).containsExactly("a", "b");
    }

    @Test
    void aRequestThatIsRepeatedFromHereSaysSo() throws Exception {
        RetryingHttpClient once =
                bank.builder(Faulty.policy().maxAttempts(1).build()).build();
        RetryingHttpClient silent =
                bank.builder(Faulty.policy().build()).withoutHeaders().build();

        bank.client().send(bank.get(), BodyHandlers.ofString());
        bank.client().send(bank.postWithKey(), BodyHandlers.ofString());
        bank.client().sendAsync(bank.get(), BodyHandlers.ofString()).get();
        OuterRetry.within(() -> once.send(bank.post(), BodyHandlers.ofString()));
        assertThat(sent("X-Retry-Owner")).hasSize(4).containsOnly("caller");

        bank.client().send(bank.post(), BodyHandlers.ofString());
        once.send(bank.get(), BodyHandlers.ofString());
        silent.send(bank.get(), BodyHandlers.ofString());
        assertThat(sent("X-Retry-Owner").subList(4, 7))
                .as("repeated after some failures only, never, in silence")
                .containsOnly("null");
    }

    @Test
    void putAndDeleteAreRepeated_unlessToldNotToBe() throws Exception {
        HttpRequest put = bank.request().PUT(BodyPublishers.ofString("x")).build();
        HttpRequest delete = bank.request().DELETE().build();
        RetryingHttpClient careful = bank.builder(Faulty.policy().build())
                .notIdempotent("put", "DELETE")
                .build();
        for (HttpRequest request : List.of(put, delete)) {
            bank.server.answer(500, "");
            assertThat(bank.client().send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            bank.server.answer(500, "");
            assertThat(careful.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(500);
            bank.server.answer(503, "");
            assertThat(careful.send(request, BodyHandlers.ofString()).statusCode())
                    .as("nothing happened")
                    .isEqualTo(200);
        }
        bank.server.answer(500, "");
        HttpRequest keyed = HttpRequest.newBuilder(put, (name, value) -> true)
                .header("Idempotency-Key", "\"k\"")
                .build();
        assertThat(careful.send(keyed, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }

    @Test
    void aGeneratedKeyIsTheSameForEveryAttempt_andAnotherForTheNextRequest() throws Exception {
        RetryingHttpClient client =
                bank.builder(Faulty.policy().build()).generateKeys().build();
        bank.proxy.next(NetworkFault.dropReply());

        client.send(bank.post(), BodyHandlers.ofString());
        client.send(bank.post(), BodyHandlers.ofString());

        List<String> keys = sent("Idempotency-Key");
        assertThat(keys).hasSize(3).allMatch(key -> key.matches("\"[0-9a-f]{32}\""));
        assertThat(keys.get(1)).isEqualTo(keys.get(0));
        assertThat(keys.get(2)).isNotEqualTo(keys.get(0));
    }

    @Test
    void keysAreGeneratedOnlyWhereTheyAreNeeded() throws Exception {
        RetryingHttpClient client =
                bank.builder(Faulty.policy().build()).generateKeys(() -> "mine").build();

        client.send(bank.get(), BodyHandlers.ofString());
        client.send(bank.postWithKey(), BodyHandlers.ofString());
        client.send(bank.request().method("PATCH", BodyPublishers.ofString("x")).build(), BodyHandlers.ofString());
        bank.client().send(bank.post(), BodyHandlers.ofString());

        assertThat(sent("Idempotency-Key")).containsExactly("null", "\"inv-001\"", "mine", "null");
    }

    @Test
    void aRequestHasOneKey() {
        HttpRequest two = HttpRequest.newBuilder(bank.postWithKey(), (name, value) -> true)
                .header("Idempotency-Key", "other")
                .build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> bank.client().send(two, BodyHandlers.ofString()))
                .withMessage("a request has one Idempotency-Key, but this one has 2");
    }

    @Test
    void theTimeThatIsLeftIsHandedDown_lessWithEachAttempt() throws Exception {
        bank.server.answer(503, "").answer(503, "", "Retry-After", "2");
        RetryingHttpClient client = bank.builder(
                        Faulty.policy().deadline(Duration.ofSeconds(5)).build())
                .build();

        client.send(bank.get(), BodyHandlers.ofString());

        assertThat(sent(RemainingTime.HEADER)).containsExactly("5000", "4990", "2990");
    }

    @Test
    void theShortestLimitCounts() throws Exception {
        RetryingHttpClient client = bank.builder(Faulty.policy()
                        .deadline(Duration.ofSeconds(50))
                        .attemptTimeout(Duration.ofSeconds(30))
                        .build())
                .build();
        HttpRequest impatient = bank.request().timeout(Duration.ofSeconds(20)).build();

        client.send(bank.get(), BodyHandlers.ofString());
        client.send(impatient, BodyHandlers.ofString());
        Deadline.within(bank.time, Duration.ofSeconds(10), () -> client.send(impatient, BodyHandlers.ofString()));

        assertThat(sent(RemainingTime.HEADER)).containsExactly("30000", "20000", "10000");
    }

    @Test
    void withoutHeadersOnlyTheKeyIsAdded() throws Exception {
        bank.server.answer(503, "");
        RetryingHttpClient client = bank.builder(
                        Faulty.policy().deadline(Duration.ofSeconds(5)).build())
                .withoutHeaders()
                .generateKeys(() -> "k")
                .build();

        client.send(bank.post(), BodyHandlers.ofString());

        assertThat(sent("Idempotency-Key")).containsExactly("k", "k");
        assertThat(sent("X-Retry-Count")).containsOnly("null");
        assertThat(sent(RemainingTime.HEADER)).containsOnly("null");
    }
}
