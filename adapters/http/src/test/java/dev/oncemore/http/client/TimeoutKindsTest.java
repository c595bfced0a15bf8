package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.testkit.net.FaultProxy;
import dev.oncemore.testkit.net.NetworkFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connecting, agreeing on encryption and waiting for an answer are different waits, and events name them. */
class TimeoutKindsTest {
    private static final Duration SOON = Duration.ofMillis(300);
    /** Long enough for the connection, which is there at once; the handshake never comes to its end. */
    private static final Duration LATER = Duration.ofSeconds(3);

    private static final int BACKLOG_TRIES = 64;

    private static SSLContext context;

    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpsServer server;
    private FaultProxy proxy;

    @BeforeAll
    static void makeACertificate(@TempDir Path folder) throws Exception {
        context = SelfSigned.context(folder);
    }

    @BeforeEach
    void start() throws Exception {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.createContext("/never", exchange -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        server.start();
        proxy = FaultProxy.to(server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        end.countDown();
        proxy.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private RetryingHttpClient client(SSLContext tls, Duration connectTimeout) {
        return around(HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connectTimeout)
                .sslContext(tls)
                .build());
    }

    /** Loads the classes of TLS, which takes longer than any handshake. */
    private void warmUp() throws Exception {
        HttpClient other = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(WatchedSslContext.around(context))
                .build();
        assertThat(other.send(post(secure("/")), BodyHandlers.ofString()).statusCode())
                .isEqualTo(204);
    }

    private RetryingHttpClient around(HttpClient jdk) {
        RetryPolicy policy =
                RetryPolicy.named("bank").maxAttempts(2).backoff(Backoff.none()).build();
        return RetryingHttpClient.builder(jdk, policy)
                .listener(event -> {
                    if (event instanceof RetryEvent.AttemptFailed failed) {
                        failures.add(failed.classification().kind() + " "
                                + failed.classification().timeout());
                    }
                })
                .build();
    }

    private HttpRequest post(String uri) {
        return HttpRequest.newBuilder(URI.create(uri))
                .POST(BodyPublishers.ofString("x"))
                .build();
    }

    private String secure(String path) {
        return "https://127.0.0.1:" + proxy.port() + path;
    }

    @Test
    void aServerThatTakesNoConnection_isAConnectTimeout() throws Exception {
        List<Socket> waiting = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assumeTrue(fills(full, waiting), "the system lets a queue of one run full");

            assertThatExceptionOfType(HttpConnectTimeoutException.class)
                    .isThrownBy(() -> client(context, SOON)
                            .send(post("http://127.0.0.1:" + full.getLocalPort() + "/"), BodyHandlers.ofString()));
            assertThat(failures).containsExactly("TRANSIENT CONNECT", "TRANSIENT CONNECT");
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }

    /** Connects until the server accepts no more connections. */
    private static boolean fills(ServerSocket server, List<Socket> waiting) throws IOException {
        for (int i = 0; i < BACKLOG_TRIES; i++) {
            Socket socket = new Socket();
            waiting.add(socket);
            try {
                socket.connect(server.getLocalSocketAddress(), (int) SOON.toMillis());
            } catch (SocketTimeoutException e) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aServerThatIsSilentAfterTheConnection_isATlsTimeout() throws Exception {
        warmUp();
        proxy.nextConnection(NetworkFault.holdRequest());
        proxy.nextConnection(NetworkFault.holdRequest());

        assertThatExceptionOfType(HttpConnectTimeoutException.class)
                .isThrownBy(() -> client(WatchedSslContext.around(context), LATER)
                        .send(post(secure("/")), BodyHandlers.ofString()))
                .withMessageContaining("TLS handshake timed out");
        assertThat(failures).containsExactly("TRANSIENT TLS", "TRANSIENT TLS");
    }

    @Test
    void itIsATlsTimeoutForAsynchronousCallsToo() throws Exception {
        warmUp();
        proxy.nextConnection(NetworkFault.holdRequest());
        proxy.nextConnection(NetworkFault.holdRequest());

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> client(WatchedSslContext.around(context), LATER)
                        .sendAsync(post(secure("/")), BodyHandlers.ofString())
                        .join())
                .withCauseInstanceOf(HttpConnectTimeoutException.class);
        assertThat(failures).containsExactly("TRANSIENT TLS", "TRANSIENT TLS");
    }

    @Test
    void withoutAWatchedContextItIsAConnectTimeout_becauseTheJdkSaysNoMore() {
        proxy.nextConnection(NetworkFault.holdRequest());
        proxy.nextConnection(NetworkFault.holdRequest());

        assertThatExceptionOfType(HttpConnectTimeoutException.class)
                .isThrownBy(() -> client(context, SOON).send(post(secure("/")), BodyHandlers.ofString()));
        assertThat(failures).containsExactly("TRANSIENT CONNECT", "TRANSIENT CONNECT");
    }

    @Test
    void aWatchedContextWorksLikeTheOneItWatches_andAfterTheHandshakeItIsARequestTimeout() throws Exception {
        HttpClient jdk = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(WatchedSslContext.around(context))
                .build();
        RetryingHttpClient client = around(jdk);
        assertThat(client.send(post(secure("/")), BodyHandlers.ofString()).statusCode())
                .isEqualTo(204);

        HttpRequest slow = HttpRequest.newBuilder(post(secure("/never")), (name, value) -> true)
                .timeout(LATER)
                .build();
        assertThatExceptionOfType(HttpTimeoutException.class)
                .isThrownBy(() -> client.send(slow, BodyHandlers.ofString()));
        assertThat(failures).containsExactly("TIMEOUT_UNKNOWN_OUTCOME REQUEST");
    }

    @Test
    void aDeadlineIsATotalTimeout() {
        HttpClient jdk = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build();
        RetryingHttpClient client = RetryingHttpClient.builder(
                        jdk, RetryPolicy.named("bank").deadline(SOON).build())
                .listener(event -> {
                    if (event instanceof RetryEvent.AttemptFailed failed) {
                        failures.add(failed.classification().kind() + " "
                                + failed.classification().timeout());
                    }
                })
                .build();

        assertThatExceptionOfType(HttpTimeoutException.class)
                .isThrownBy(() -> client.send(post(secure("/never")), BodyHandlers.ofString()));
        assertThat(failures).containsExactly("TIMEOUT_UNKNOWN_OUTCOME TOTAL");
    }

    @Test
    void anUntrustedCertificateIsNotRetried_norIsItAnUnknownOutcome() throws Exception {
        SSLContext stranger = SSLContext.getDefault();
        HttpClient jdk = HttpClient.newBuilder().sslContext(stranger).build();

        assertThatExceptionOfType(SSLHandshakeException.class)
                .isThrownBy(() -> around(jdk).send(post(secure("/")), BodyHandlers.ofString()));
        assertThat(failures).containsExactly("PERMANENT null");
    }

    @Test
    void aPeerThatHangsUpDuringTheHandshakeIsTriedAgain_sinceNothingWasSent() throws Exception {
        proxy.nextConnection(NetworkFault.truncateReply(0));
        HttpClient jdk = HttpClient.newBuilder()
                .sslContext(WatchedSslContext.around(context))
                .build();

        assertThat(around(jdk).send(post(secure("/")), BodyHandlers.ofString()).statusCode())
                .isEqualTo(204);
        assertThat(failures).containsExactly("TRANSIENT null");
    }
}
