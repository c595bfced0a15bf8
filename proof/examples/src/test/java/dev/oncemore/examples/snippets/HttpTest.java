package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.http.HttpClassifications;
import dev.oncemore.http.RetryAfter;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;

    /** Busy at the first request, fine at the second; and one resource that is not there. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/rates", exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "0");
            exchange.sendResponseHeaders(requests.incrementAndGet() == 1 ? 503 : 204, -1);
            exchange.close();
        });
        server.createContext("/nothing", exchange -> {
            requests.incrementAndGet();
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void statusAndRetryAfter() throws Exception {
        // snippet: classifier
        RetryAfter retryAfter = new RetryAfter(InstantSource.system());
        Classifier http = Classifier.standard().onResult(HttpResponse.class, response -> {
            HttpHeaders headers = response.headers();
            Optional<Duration> wait = retryAfter.parse(
                    headers.allValues("retry-after"), headers.firstValue("date").orElse(null));
            return HttpClassifications.of(response.statusCode(), wait); // a 404 is returned, a 503 is retried
        });
        // end

        Retry rates = Retry.of(RetryPolicy.named("rates")
                .classifier(http)
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .deadline(Duration.ofSeconds(30))
                .build());
        URI uri = uri("/rates");

        // snippet: send
        HttpResponse<String> response = rates.attempt(Safety.readOnly(), attempt -> {
            HttpRequest request =
                    HttpRequest.newBuilder(uri).timeout(attempt.remaining()).build();
            return client.send(request, BodyHandlers.ofString());
        });
        // end

        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(requests).hasValue(2);
        HttpRequest nothing = HttpRequest.newBuilder(uri("/nothing")).build();
        assertThat(rates.call(() -> client.send(nothing, BodyHandlers.discarding()))
                        .statusCode())
                .isEqualTo(404);
        assertThat(requests).hasValue(3);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }
}
