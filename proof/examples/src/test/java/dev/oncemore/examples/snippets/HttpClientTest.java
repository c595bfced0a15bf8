package dev.oncemore.examples.snippets;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.oncemore.http.RemainingTime;
import dev.oncemore.http.client.ConditionalUpdate;
import dev.oncemore.http.client.HttpTimeouts;
import dev.oncemore.http.client.ReplayableBody;
import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.http.client.WatchedSslContext;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.testkit.net.FaultProxy;
import dev.oncemore.testkit.net.NetworkFault;
import dev.oncemore.testkit.net.Strike;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpClientTest {
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private String stored = "1";
    private HttpServer server;
    private FaultProxy network;
    private URI uri;

    /** A document with an ETag, which also takes payments. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.start();
        network = FaultProxy.to(server.getAddress().getPort());
        uri = URI.create("http://127.0.0.1:" + network.port() + "/payments");
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(exchange.getRequestMethod() + " " + body);
        if (exchange.getRequestMethod().equals("PUT")) {
            stored = body;
        }
        exchange.getResponseHeaders().set("ETag", '"' + stored + '"');
        byte[] answer = stored.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    @AfterEach
    void stop() {
        network.close();
        server.stop(0);
    }

    @Test
    void sendAndPay() throws Exception {
        // snippet: client
        HttpClient bank = RetryingHttpClient.around(HttpClient.newHttpClient(), RetryPolicy.preset("api"));

        HttpResponse<String> balance = bank.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        // end
        assertThat(balance.body()).isEqualTo("1");

        network.next(NetworkFault.dropReply());
        // snippet: key
        HttpRequest payment = HttpRequest.newBuilder(uri)
                .header("Idempotency-Key", "\"inv-001\"") // the same for every attempt
                .POST(BodyPublishers.ofString("{\"amount\":1}"))
                .build();
        HttpResponse<String> paid = bank.send(payment, BodyHandlers.ofString());
        // end
        assertThat(paid.statusCode()).isEqualTo(200);
        assertThat(requests).containsExactly("GET ", "POST {\"amount\":1}", "POST {\"amount\":1}");
    }

    @Test
    void generatedKeys() throws Exception {
        HttpClient jdk = HttpClient.newHttpClient();
        RetryPolicy policy = RetryPolicy.preset("api");
        // snippet: generate
        HttpClient bank = RetryingHttpClient.builder(jdk, policy)
                .generateKeys() // only for a server that honours Idempotency-Key
                .build();
        // end
        network.next(NetworkFault.dropReply());
        HttpRequest payment =
                HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("pay")).build();

        // snippet: async
        CompletableFuture<HttpResponse<String>> paid = bank.sendAsync(payment, BodyHandlers.ofString());
        // end
        assertThat(paid.get().statusCode()).isEqualTo(200);
        assertThat(requests).containsExactly("POST pay", "POST pay");
    }

    @Test
    void limits() throws Exception {
        HttpClient jdk = HttpClient.newHttpClient();
        // snippet: limits
        HttpClient bank = RetryingHttpClient.around(
                jdk,
                RetryPolicy.named("bank")
                        .attemptTimeout(ofSeconds(5))
                        .deadline(ofSeconds(20))
                        .build());
        // end
        Map<String, String> incoming = Map.of("grpc-timeout", "10S");
        HttpRequest request = HttpRequest.newBuilder(uri).build();

        // snippet: remaining
        Optional<Duration> limit = RemainingTime.read(incoming::get); // with a servlet: request::getHeader
        HttpResponse<String> response =
                Deadline.within(limit.orElse(ofSeconds(30)), () -> bank.send(request, BodyHandlers.ofString()));
        // end
        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    void bodies(@TempDir Path folder) throws Exception {
        Path export = Files.writeString(folder.resolve("export"), "lines");
        HttpClient bank = RetryingHttpClient.around(HttpClient.newHttpClient(), RetryPolicy.preset("api"));
        network.next(NetworkFault.dropReply());

        // snippet: body
        HttpRequest upload = HttpRequest.newBuilder(uri)
                .PUT(ReplayableBody.of(BodyPublishers.ofInputStream(() -> open(export)))) // opened for each attempt
                .build();
        // end
        assertThat(bank.send(upload, BodyHandlers.ofString()).body()).isEqualTo("lines");
        assertThat(requests).containsExactly("PUT lines", "PUT lines");
    }

    private static InputStream open(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void listen() {
        List<String> log = new CopyOnWriteArrayList<>();
        // snippet: listen
        HttpClient bank = RetryingHttpClient.builder(HttpClient.newHttpClient(), RetryPolicy.preset("api"))
                .listener(event -> {
                    if (event instanceof RetryEvent.AttemptFailed failed) {
                        log.add(failed.classification().kind() + " "
                                + failed.classification().timeout());
                    }
                })
                .build();
        // end
        Strike held = network.next(NetworkFault.holdReply());
        HttpRequest slow = HttpRequest.newBuilder(uri)
                .timeout(ofSeconds(2))
                .POST(BodyPublishers.noBody())
                .build();

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> bank.send(slow, BodyHandlers.ofString()))
                .withMessageContaining("it may have happened");
        held.release();
        assertThat(log).containsExactly("TIMEOUT_UNKNOWN_OUTCOME REQUEST");
    }

    @Test
    void timeoutsOfSteps() throws Exception {
        HttpClient jdk = HttpClient.newHttpClient();
        RetryPolicy policy = RetryPolicy.preset("api");

        // snippet: steps
        HttpClient bank = RetryingHttpClient.builder(jdk, policy)
                .timeouts(HttpTimeouts.standard().dns(ofSeconds(1)).write(ofSeconds(5)))
                .build();
        // end

        assertThat(bank.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void tls() throws Exception {
        // snippet: tls
        HttpClient jdk = HttpClient.newBuilder()
                .sslContext(WatchedSslContext.around(SSLContext.getDefault()))
                .connectTimeout(ofSeconds(2))
                .build();
        // end
        HttpClient bank = RetryingHttpClient.around(jdk, RetryPolicy.preset("api"));
        assertThat(bank.sslContext()).isInstanceOf(WatchedSslContext.class);
    }

    @Test
    void update() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        // snippet: update
        ConditionalUpdate update = new ConditionalUpdate(client, RetryPolicy.preset("api"));
        HttpResponse<byte[]> saved = update.put(uri, current -> addOne(current));
        // end
        assertThat(saved.statusCode()).isEqualTo(200);
        assertThat(stored).isEqualTo("2");
    }

    private static byte[] addOne(byte[] current) {
        int value = Integer.parseInt(new String(current, StandardCharsets.UTF_8));
        return Integer.toString(value + 1).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void faults() throws Exception {
        int port = server.getAddress().getPort();
        // snippet: proxy
        try (FaultProxy network = FaultProxy.to(port)) {
            Strike lost = network.next(NetworkFault.dropReply()); // the server responds, the client never gets it
            pay(network.port());
            lost.await();
            assertThat(requests).hasSize(2);
        }
        // end
    }

    private static void pay(int port) throws IOException, InterruptedException {
        HttpClient bank = RetryingHttpClient.around(HttpClient.newHttpClient(), RetryPolicy.preset("api"));
        HttpRequest payment = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/payments"))
                .header("Idempotency-Key", "inv-001")
                .POST(BodyPublishers.ofString("pay"))
                .build();
        bank.send(payment, BodyHandlers.ofString());
    }
}
