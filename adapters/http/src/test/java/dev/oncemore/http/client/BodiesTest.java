package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.retry.RetryEvent;
import dev.oncemore.testkit.net.NetworkFault;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies of requests that are sent again, and of responses that are thrown away. */
class BodiesTest {
    private static final String LARGE = "x".repeat(HeldBody.BYTES_MAX * 4);

    private Faulty bank;

    @BeforeEach
    void start() throws Exception {
        bank = new Faulty();
    }

    @AfterEach
    void stop() {
        bank.close();
    }

    private HttpRequest put(BodyPublisher body) {
        return bank.request().PUT(body).build();
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void bodiesInMemoryAndInFilesAreSentAgain(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("body"), "file");
        List<BodyPublisher> bodies = List.of(
                BodyPublishers.ofString("string"),
                BodyPublishers.ofByteArray(new byte[] {'b'}),
                BodyPublishers.ofByteArrays(List.of(new byte[] {'c'})),
                BodyPublishers.ofFile(file),
                BodyPublishers.noBody());
        RetryingHttpClient client = bank.client();
        for (BodyPublisher body : bodies) {
            bank.server.answer(503, "busy");
            assertThat(client.send(put(body), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
        assertThat(bank.server.seen())
                .extracting(ScriptedServer.Seen::body)
                .containsExactly("string", "string", "b", "b", "c", "c", "file", "file", "", "");
    }

    @Test
    void aBodyThatMayBeGoneIsSentOnce_andTheErrorSaysWhy() {
        InputStream onlyOne = stream("stream");
        RetryingHttpClient client =
                bank.builder(Faulty.policy().build()).bufferBodies(0).build();
        bank.proxy.next(NetworkFault.dropReply());

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(
                        () -> client.send(put(BodyPublishers.ofInputStream(() -> onlyOne)), BodyHandlers.ofString()))
                .withMessageContaining("after 1 of 1 attempt")
                .withMessageContaining("can be sent only once; see ReplayableBody");
        assertThat(bank.server.seen()).hasSize(1);
    }

    @Test
    void anUnknownPublisherThatIsNotBufferedIsSentOnce_evenIfTheStatusIsRetryable() throws Exception {
        bank.server.answer(503, "busy");
        BodyPublisher unknown = BodyPublishers.fromPublisher(BodyPublishers.ofString("flow"));

        HttpResponse<String> response = bank.builder(Faulty.policy().build())
                .bufferBodies(0)
                .build()
                .send(put(unknown), BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("busy");
        assertThat(bank.server.seen()).hasSize(1);
    }

    @Test
    void aBodyThatIsDeclaredReplayableIsSentAgain() throws Exception {
        bank.server.answer(503, "busy");
        BodyPublisher body = ReplayableBody.of(BodyPublishers.ofInputStream(() -> stream("again")));

        assertThat(bank.client().send(put(body), BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(bank.server.seen()).extracting(ScriptedServer.Seen::body).containsExactly("again", "again");
    }

    @Test
    void discardedBodiesAreRead_soThatOneConnectionServesAllAttempts() throws Exception {
        bank.server.answer(503, "busy").answer(503, "busy");

        HttpResponse<InputStream> response = bank.client().send(bank.get(), BodyHandlers.ofInputStream());

        assertThat(new String(response.body().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("ok");
        assertThat(bank.proxy.connections()).isEqualTo(1);
    }

    @Test
    void aDiscardedBodyIsNotWrittenToTheFileOfTheAnswer(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("answer");
        bank.server.answer(503, "a long page that says how sorry everybody is");

        bank.client().send(bank.get(), BodyHandlers.ofFile(file));

        assertThat(file).hasContent("ok");
    }

    @Test
    void theLastFailureIsGivenToTheHandler_whateverItMakesOfIt(@TempDir Path folder) throws Exception {
        RetryingHttpClient client = bank.client();
        for (int i = 0; i < 12; i++) {
            bank.server.answer(503, "line 1\nline 2");
        }

        assertThat(client.send(bank.get(), BodyHandlers.ofInputStream()).body().readAllBytes())
                .hasSize(13);
        try (Stream<String> lines =
                client.send(bank.get(), BodyHandlers.ofLines()).body()) {
            assertThat(lines).containsExactly("line 1", "line 2");
        }
        Path file = client.send(bank.get(), BodyHandlers.ofFile(folder.resolve("page")))
                .body();
        assertThat(file).hasContent("line 1\nline 2");
        assertThat(client.send(bank.get(), BodyHandlers.discarding()).statusCode())
                .isEqualTo(503);
    }

    @Test
    void aBodyTooLargeToKeepReachesTheHandlerWhole() throws Exception {
        bank.server.answer(503, LARGE).answer(503, LARGE).answer(503, LARGE);

        assertThat(bank.client().send(bank.get(), BodyHandlers.ofString()).body())
                .isEqualTo(LARGE);
    }

    @Test
    void aStreamThatIsTooLargeToKeepIsClosed_whenItsAttemptIsDiscarded() throws Exception {
        bank.server.answer(503, LARGE);
        AtomicInteger closed = new AtomicInteger();

        HttpResponse<InputStream> response = bank.client()
                .send(
                        bank.get(),
                        info -> BodySubscribers.mapping(
                                BodySubscribers.ofInputStream(), body -> new FilterInputStream(body) {
                                    @Override
                                    public void close() throws IOException {
                                        closed.incrementAndGet();
                                        super.close();
                                    }
                                }));

        assertThat(closed).hasValue(1);
        assertThat(response.body().readAllBytes()).hasSize(2);
        assertThat(closed).hasValue(1);
    }

    @Test
    void aPublisherThatIsTooLargeToKeepIsCancelled_whenItsAttemptIsDiscarded() throws Exception {
        bank.server.answer(503, LARGE);
        AtomicInteger subscribed = new AtomicInteger();

        HttpResponse<Flow.Publisher<List<ByteBuffer>>> response = bank.client()
                .send(
                        bank.get(),
                        info -> BodySubscribers.mapping(
                                BodySubscribers.ofPublisher(),
                                body -> (Flow.Publisher<List<ByteBuffer>>) subscriber -> {
                                    subscribed.incrementAndGet();
                                    body.subscribe(subscriber);
                                }));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(subscribed).hasValue(1);
        assertThat(bank.events).noneMatch(RetryEvent.HookFailed.class::isInstance);
    }
}
