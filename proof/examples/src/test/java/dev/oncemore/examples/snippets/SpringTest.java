package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

class SpringTest {
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private HttpServer server;

    /** Unavailable for the first request. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(bodies.size() == 1 ? 503 : 204, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void restClient() {
        HttpClient jdk = HttpClient.newHttpClient();
        RetryPolicy policy = RetryPolicy.named("bank").backoff(Backoff.none()).build();
        String baseUrl = "http://127.0.0.1:" + server.getAddress().getPort();

        // snippet: rest
        RestClient bank = RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory(RetryingHttpClient.around(jdk, policy)))
                .baseUrl(baseUrl)
                .build();
        // end

        bank.put().uri("/accounts/1").body("open").retrieve().toBodilessEntity();
        assertThat(bodies).containsExactly("open", "open");
    }
}
