package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.retry.OuterRetry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.testkit.net.NetworkFault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of unknown publishers: kept in memory up to a bound, so that they can be sent again. */
class BufferedBodiesTest {
    private static final int BOUND = 20_000;
    private static final String LARGE = "0123456789".repeat(BOUND / 2);

    private final AtomicInteger opened = new AtomicInteger();
    private Faulty bank;

    @BeforeEach
    void start() throws Exception {
        bank = new Faulty();
    }

    @AfterEach
    void stop() {
        bank.close();
    }

    private RetryingHttpClient client() {
        return bank.builder(Faulty.policy().backoff(Backoff.none()).build())
                .bufferBodies(BOUND)
                .build();
    }

    private HttpRequest put(BodyPublisher body) {
        return bank.request().PUT(body).build();
    }

    /** A body that can be read once. */
    private BodyPublisher stream(String text) {
        InputStream onlyOne = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return BodyPublishers.ofInputStream(() -> {
            opened.incrementAndGet();
            return onlyOne;
        });
    }

    private HttpResponse<String> send(RetryingHttpClient client, HttpRequest request, boolean async) throws Exception {
        return async
                ? client.sendAsync(request, BodyHandlers.ofString()).get(60, TimeUnit.SECONDS)
                : client.send(request, BodyHandlers.ofString());
    }

    private List<String> bodies() {
        return bank.server.seen().stream().map(ScriptedServer.Seen::body).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyWithinTheBoundIsReadOnce_andSentAgain(boolean async) throws Exception {
        bank.server.answer(503, "busy");
        bank.proxy.next(NetworkFault.dropReply());

        assertThat(send(client(), put(stream("stream")), async).statusCode()).isEqualTo(200);

        assertThat(bodies()).hasSizeGreaterThan(1).containsOnly("stream");
        assertThat(opened).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEmptyBodyIsABodyToo(boolean async) throws Exception {
        bank.server.answer(503, "busy");

        assertThat(send(client(), put(stream("")), async).statusCode()).isEqualTo(200);

        assertThat(bodies()).containsExactly("", "");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLargerBodyIsSentWholeAndOnce_andTheResponseIsReturned(boolean async) throws Exception {
        bank.server.answer(503, "busy");

        HttpResponse<String> response = send(client(), put(stream(LARGE)), async);

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("busy");
        assertThat(bodies()).containsExactly(LARGE);
        assertThat(bank.server.seen().get(0).header("X-Retry-Owner")).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLargerBodyThatFailsSaysWhyItWasSentOnce(boolean async) {
        bank.proxy.next(NetworkFault.dropReply());

        assertThatExceptionOfType(async ? ExecutionException.class : IOException.class)
                .isThrownBy(() -> send(client(), put(stream(LARGE)), async))
                .withMessageContaining("after 1 of 1 attempt")
                .withMessageContaining("can be sent only once; see ReplayableBody");
        assertThat(bodies()).containsExactly(LARGE);
        assertThat(bank.events.stream()
                        .filter(RetryEvent.AttemptFailed.class::isInstance)
                        .map(event -> ((RetryEvent.AttemptFailed) event)
                                .classification()
                                .reason()))
                .first()
                .asString()
                .contains("larger than the " + BOUND + " bytes that are buffered");
    }

    @Test
    void aBodyOfAnnouncedLengthOverTheBoundIsNotBuffered() throws Exception {
        bank.server.answer(503, "busy");
        BodyPublisher announced = BodyPublishers.fromPublisher(stream(LARGE), LARGE.length());

        assertThat(client().send(put(announced), BodyHandlers.ofString()).statusCode())
                .isEqualTo(503);
        assertThat(bodies()).containsExactly(LARGE);
        assertThat(bank.failures()).containsExactly("TRANSIENT");
    }

    @Test
    void aWrongLengthIsStillReported() {
        BodyPublisher wrong = BodyPublishers.fromPublisher(stream("stream"), 7);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> client().send(put(wrong), BodyHandlers.ofString()));
    }

    @Test
    void nothingIsKept_whenNobodyRepeatsTheRequestFromHere() throws Exception {
        bank.server.answer(503, "busy");
        BodyPublisher body = stream("stream");

        HttpResponse<String> response = OuterRetry.within(() -> send(client(), put(body), false));

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(bodies()).containsExactly("stream");
        assertThat(bank.server.seen().get(0).header("Transfer-Encoding"))
                .as("sent as it was published")
                .isEqualTo("chunked");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyThatCannotBeReadIsNotSent_andNotRetried(boolean async) {
        BodyPublisher broken =
                BodyPublishers.fromPublisher(subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
                    @Override
                    public void request(long count) {
                        subscriber.onError(new IOException("disk"));
                    }

                    @Override
                    public void cancel() {}
                }));

        assertThatExceptionOfType(async ? ExecutionException.class : IOException.class)
                .isThrownBy(() -> send(client(), put(broken), async))
                .withMessageContaining("the request's body could not be read")
                .withMessageContaining("disk");
        assertThat(bodies()).isEmpty();
    }

    @Test
    void aPublisherThatStallsIsCancelled_whenTheCallEnds() throws Exception {
        try (SubmissionPublisher<ByteBuffer> stalled = new SubmissionPublisher<>(Runnable::run, 1)) {
            CompletableFuture<HttpResponse<String>> call =
                    client().sendAsync(put(BodyPublishers.fromPublisher(stalled)), BodyHandlers.ofString());
            assertThat(stalled.hasSubscribers()).isTrue();

            call.cancel(true);

            assertThat(stalled.hasSubscribers()).isFalse();
        }
    }

    @Test
    void readingIsPartOfTheAttempt_andObeysTheDeadline() {
        try (SubmissionPublisher<ByteBuffer> stalled = new SubmissionPublisher<>(Runnable::run, 1)) {
            RetryingHttpClient client = bank.builder(
                            Faulty.policy().deadline(Duration.ofSeconds(5)).build())
                    .build();
            CompletableFuture<HttpResponse<String>> call =
                    client.sendAsync(put(BodyPublishers.fromPublisher(stalled)), BodyHandlers.ofString());

            bank.time.advance(Duration.ofSeconds(5));

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> call.get(60, TimeUnit.SECONDS))
                    .withCauseInstanceOf(HttpTimeoutException.class);
            assertThat(bodies()).isEmpty();
            assertThat(stalled.hasSubscribers()).isFalse();
        }
    }

    @Test
    void theBoundHasBounds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bank.builder(Faulty.policy().build()).bufferBodies(-1))
                .withMessageContaining("bufferBodies must be between 0 and 67108864, but is -1");
    }
}
