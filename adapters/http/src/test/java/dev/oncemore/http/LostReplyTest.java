package dev.oncemore.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lost reply over a real connection: the server accepts the order and never answers. */
class LostReplyTest {
    private final AtomicInteger orders = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Retry retry = Retry.of(
            RetryPolicy.named("orders").maxAttempts(2).backoff(Backoff.none()).build());
    private HttpServer server;

    @BeforeEach
    void startAServerThatNeverReplies() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/orders", exchange -> {
            exchange.getRequestBody().readAllBytes();
            orders.incrementAndGet();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private String post() throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/orders");
        return client.send(
                        HttpRequest.newBuilder(uri)
                                .timeout(Duration.ofSeconds(2))
                                .POST(HttpRequest.BodyPublishers.ofString("{\"amount\":1}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void aPostThatTimesOutAfterSending_withoutAKey_isAttemptedOnce_andTheErrorSaysWhy() {
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(this::post))
                .withMessageStartingWith("orders: gave up after 1 of 2 attempts in ")
                .withMessageContaining(
                        "it may have happened, and the call declares neither a key nor that it is idempotent")
                .withMessageContaining("TIMEOUT_UNKNOWN_OUTCOME HttpTimeoutException")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(StopReason.UNKNOWN_OUTCOME));
        assertThat(orders).hasValue(1);
    }

    @Test
    void withAKeyItIsAttemptedAgain() {
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(Safety.keyed("order-1"), this::post))
                .satisfies(e -> {
                    assertThat(e.reason()).isEqualTo(StopReason.ATTEMPTS);
                    assertThat(e.facts().attempts()).isEqualTo(2);
                });
        assertThat(orders).hasValue(2);
    }
}
