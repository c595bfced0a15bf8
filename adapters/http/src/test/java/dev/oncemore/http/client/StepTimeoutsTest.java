package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looking up a name and sending a body are waits of their own, and events name them. */
class StepTimeoutsTest {
    private static final Duration SOON = Duration.ofMillis(300);

    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger lookups = new AtomicInteger();
    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.close();
    }

    private RetryingHttpClient.Builder client(HttpTimeouts timeouts) {
        return client(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1), timeouts);
    }

    private RetryingHttpClient.Builder client(HttpClient.Builder jdk, HttpTimeouts timeouts) {
        RetryPolicy policy =
                RetryPolicy.named("bank").maxAttempts(2).backoff(Backoff.none()).build();
        return RetryingHttpClient.builder(jdk.build(), policy)
                .timeouts(timeouts)
                .listener(event -> {
                    if (event instanceof RetryEvent.AttemptFailed failed) {
                        failures.add(failed.classification().kind() + " "
                                + failed.classification().timeout());
                    }
                });
    }

    private HttpRequest get() {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + "/"))
                .build();
    }

    private static HttpResponse<String> send(RetryingHttpClient client, HttpRequest request, boolean async)
            throws Exception {
        return async
                ? client.sendAsync(request, BodyHandlers.ofString()).get(60, TimeUnit.SECONDS)
                : client.send(request, BodyHandlers.ofString());
    }

    /** A name server that does not respond before the end of the test. */
    private InetAddress[] silent(String host) throws UnknownHostException {
        lookups.incrementAndGet();
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new UnknownHostException(host);
    }

    private InetAddress[] counted(String host) throws UnknownHostException {
        lookups.incrementAndGet();
        return InetAddress.getAllByName(host);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNameServerThatIsSilent_isADnsTimeout(boolean async) {
        RetryingHttpClient client =
                client(HttpTimeouts.standard().dns(SOON).resolver(this::silent)).build();

        assertThatExceptionOfType(async ? ExecutionException.class : HttpTimeoutException.class)
                .isThrownBy(() -> send(client, get(), async))
                .withMessageContaining("looking up localhost took longer than 300 ms");
        assertThat(failures).containsExactly("TRANSIENT DNS", "TRANSIENT DNS");
        assertThat(lookups).as("both attempts wait for the same look-up").hasValue(1);
        assertThat(server.seen()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKnownNameIsLookedUpOnce(boolean async) throws Exception {
        RetryingHttpClient client = client(
                        HttpTimeouts.standard().dns(Duration.ofMinutes(1)).resolver(this::counted))
                .build();

        assertThat(send(client, get(), async).statusCode()).isEqualTo(200);
        assertThat(send(client, get(), async).statusCode()).isEqualTo(200);
        assertThat(lookups).hasValue(1);
    }

    @Test
    void anAddressAndANameThatAProxyLooksUpAreNotLookedUpHere() throws Exception {
        HttpTimeouts timeouts =
                HttpTimeouts.standard().dns(Duration.ofMinutes(1)).resolver(this::silent);
        client(timeouts).build().send(HttpRequest.newBuilder(server.uri("/")).build(), BodyHandlers.ofString());
        HttpClient.Builder proxied = HttpClient.newBuilder()
                .proxy(ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port())));
        client(proxied, timeouts)
                .build()
                .send(HttpRequest.newBuilder(URI.create("http://bank.invalid/")).build(), BodyHandlers.ofString());

        assertThat(lookups).hasValue(0);
        assertThat(server.seen()).hasSize(2);
    }

    @Test
    void anUnknownNameIsReportedByTheJdk() {
        RetryingHttpClient client = client(
                        HttpTimeouts.standard().dns(Duration.ofMinutes(1)).resolver(host -> {
                            throw new UnknownHostException(host);
                        }))
                .build();

        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://bank.invalid/")).build();
        assertThatExceptionOfType(ConnectException.class)
                .isThrownBy(() -> client.send(request, BodyHandlers.ofString()));
        assertThat(failures).containsExactly("TRANSIENT null", "TRANSIENT null");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aServerThatStopsReading_isAWriteTimeout(boolean async) throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            HttpRequest upload = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + deaf.getLocalPort() + "/"))
                    .PUT(BodyPublishers.ofByteArray(new byte[64 << 20]))
                    .build();
            RetryingHttpClient client =
                    client(HttpTimeouts.standard().write(SOON)).build();

            assertThatExceptionOfType(async ? ExecutionException.class : HttpTimeoutException.class)
                    .isThrownBy(() -> send(client, upload, async))
                    .withMessageContaining("the connection took no part of the request's body for 300 ms");
            assertThat(failures).containsExactly("TIMEOUT_UNKNOWN_OUTCOME WRITE", "TIMEOUT_UNKNOWN_OUTCOME WRITE");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyThatIsTakenArrivesWhole(boolean async) throws Exception {
        RetryingHttpClient client =
                client(HttpTimeouts.standard().write(Duration.ofMinutes(1))).build();
        String large = "0123456789".repeat(100_000);
        server.answer(503, "busy");
        HttpRequest upload = HttpRequest.newBuilder(server.uri("/"))
                .PUT(BodyPublishers.ofString(large))
                .build();

        assertThat(send(client, upload, async).statusCode()).isEqualTo(200);
        assertThat(server.seen()).extracting(ScriptedServer.Seen::body).containsExactly(large, large);
    }

    @Test
    void anInterruptEndsAWatchedWrite() throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            RetryingHttpClient client =
                    client(HttpTimeouts.standard().write(Duration.ofMinutes(1))).build();
            HttpRequest upload = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + deaf.getLocalPort() + "/"))
                    .PUT(BodyPublishers.ofByteArray(new byte[64 << 20]))
                    .build();
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                try {
                    client.send(upload, BodyHandlers.ofString());
                } catch (Exception e) {
                    thrown.complete(e);
                }
            });
            caller.start();
            try (Socket accepted = deaf.accept()) {
                caller.interrupt();
                assertThat(thrown.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
                // The exchange ends as well: the connection breaks off.
                assertThat(readToTheEnd(accepted)).isLessThan(64 << 20);
            }
        }
    }

    private static long readToTheEnd(Socket socket) {
        byte[] piece = new byte[1 << 16];
        long bytes = 0;
        try {
            for (int length = 0; length >= 0; length = socket.getInputStream().read(piece)) {
                bytes += length;
            }
        } catch (IOException e) {
            // Reset, which is an end as well.
        }
        return bytes;
    }

    @Test
    void limitsHaveBounds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpTimeouts.standard().dns(Duration.ZERO))
                .withMessageContaining("dns");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpTimeouts.standard().write(Duration.ofDays(1)))
                .withMessageContaining("write");
    }
}
