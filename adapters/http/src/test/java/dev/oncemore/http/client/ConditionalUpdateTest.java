package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.testkit.net.FaultProxy;
import dev.oncemore.testkit.net.NetworkFault;
import dev.oncemore.testkit.net.Strike;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A counter with an ETag, changed by several at once over a network that breaks. */
class ConditionalUpdateTest {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ConditionalUpdate update = new ConditionalUpdate(
            RetryingHttpClient.around(client, RetryPolicy.preset("api")),
            RetryPolicy.named("counter")
                    .maxAttempts(4)
                    .backoff(Backoff.none())
                    .unlimitedBudget()
                    .build());
    private final AtomicInteger applied = new AtomicInteger();
    private int value;
    private int version = 1;
    private int writes;
    private boolean weak;
    private boolean refusesWrites;
    private HttpServer server;
    private FaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/counter", this::serve);
        server.start();
        proxy = FaultProxy.to(server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.stop(0);
    }

    private synchronized void serve(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        int status = 200;
        if (exchange.getRequestMethod().equals("PUT")) {
            writes++;
            boolean matches = exchange.getRequestHeaders().getFirst("If-Match").equals(etag());
            status = refusesWrites ? 403 : matches ? 200 : 412;
            if (status == 200) {
                set(Integer.parseInt(new String(body, StandardCharsets.US_ASCII)));
            }
        }
        exchange.getResponseHeaders().set("ETag", etag());
        byte[] answer = Integer.toString(value).getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(status, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private String etag() {
        return (weak ? "W/" : "") + "\"v" + version + "\"";
    }

    /** What somebody else does as well. */
    private synchronized void set(int to) {
        value = to;
        version++;
    }

    private HttpResponse<byte[]> addOne(Runnable meanwhile) throws IOException, InterruptedException {
        return update.put(URI.create("http://127.0.0.1:" + proxy.port() + "/counter"), current -> {
            applied.incrementAndGet();
            meanwhile.run();
            int now = Integer.parseInt(new String(current, StandardCharsets.US_ASCII));
            return Integer.toString(now + 1).getBytes(StandardCharsets.US_ASCII);
        });
    }

    @Test
    void writesWhatWasMadeOfWhatWasRead() throws Exception {
        assertThat(addOne(() -> {}).statusCode()).isEqualTo(200);
        assertThat(value).isEqualTo(1);
    }

    @Test
    void readsAgainAndAppliesAgain_whenSomebodyElseWasQuicker() throws Exception {
        AtomicInteger others = new AtomicInteger();

        HttpResponse<byte[]> saved = addOne(() -> {
            if (others.getAndIncrement() < 2) {
                set(value + 10);
            }
        });

        assertThat(saved.statusCode()).isEqualTo(200);
        assertThat(value).isEqualTo(21);
        assertThat(applied).hasValue(3);
    }

    @Test
    void conflictsWithoutEndEndWithTheLast412() throws Exception {
        HttpResponse<byte[]> refused = addOne(() -> set(value + 10));

        assertThat(refused.statusCode()).isEqualTo(412);
        assertThat(applied).hasValue(4);
    }

    @Test
    void aWriteThatNeverArrivedIsSentAgain_andTheChangeIsAppliedOnce() throws Exception {
        proxy.next(NetworkFault.none());
        proxy.next(NetworkFault.cutBeforeRequest());

        assertThat(addOne(() -> {}).statusCode()).isEqualTo(200);
        assertThat(value).isEqualTo(1);
        assertThat(applied).hasValue(1);
    }

    @Test
    void aWriteWhoseReplyIsLostIsFoundAgain_andNotDoneTwice() throws Exception {
        proxy.next(NetworkFault.none());
        proxy.next(NetworkFault.dropReply());

        assertThat(addOne(() -> {}).statusCode()).isEqualTo(200);
        assertThat(value).isEqualTo(1);
        assertThat(writes).isEqualTo(1);
    }

    @Test
    void theOutcomeIsUnknown_whenTheReplyIsLostAndTheResourceHasChangedSince() {
        proxy.next(NetworkFault.none());
        proxy.next(NetworkFault.dropReply());
        Strike lost = proxy.next(NetworkFault.holdRequest());
        Thread other = new Thread(() -> {
            lost.await();
            set(value + 10);
            lost.release();
        });
        other.start();

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> addOne(() -> {}))
                .withMessageStartingWith("it is unknown whether the change of http")
                .satisfies(ConditionalUpdateTest::assertInDoubt);
        assertThat(value).isEqualTo(11);
        assertThat(applied).hasValue(1);
    }

    @Test
    void aRefusalAfterALostReplyIsNotHandedOut_becauseTheFirstWriteMayStillArrive() {
        proxy.next(NetworkFault.none());
        proxy.next(NetworkFault.cutBeforeRequest());
        refusesWrites = true;

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> addOne(() -> {}))
                .withMessageStartingWith("it is unknown whether the change of http")
                .withMessageContaining("HTTP 403")
                .satisfies(ConditionalUpdateTest::assertInDoubt);
        assertThat(writes).isEqualTo(1);
    }

    @Test
    void aRefusalOfTheFirstWriteIsHandedOut_alsoAfterAReadWhoseReplyWasLost() throws Exception {
        proxy.next(NetworkFault.truncateReply(20));
        refusesWrites = true;

        ConditionalUpdate plain = new ConditionalUpdate(
                client, RetryPolicy.named("counter").backoff(Backoff.none()).build());
        URI uri = URI.create("http://127.0.0.1:" + proxy.port() + "/counter");
        assertThat(plain.put(uri, current -> current).statusCode()).isEqualTo(403);

        proxy.next(NetworkFault.truncateReply(20));
        weak = true;
        assertThatIllegalStateException().isThrownBy(() -> plain.put(uri, current -> current));
    }

    private static void assertInDoubt(Throwable thrown) {
        Classification classification = ((Classified) thrown).classification();
        assertThat(classification.retryable())
                .as("another round would apply the change again")
                .isFalse();
        assertThat(classification.doubt()).isEqualTo(Doubt.RAISES);
        assertThat(GaveUpException.mayHaveHappened(thrown)).isTrue();
    }

    @Test
    void aResourceNeedsAStrongEtag() {
        weak = true;

        assertThatIllegalStateException()
                .isThrownBy(() -> addOne(() -> {}))
                .withMessageContaining("needs a strong ETag, but http")
                .withMessageEndingWith("has W/\"v1\"");
    }
}
