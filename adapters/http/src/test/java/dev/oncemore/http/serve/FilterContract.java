package dev.oncemore.http.serve;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordState;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** What the tests of the filter share: a shop in a container, and ways to ask it for something. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FilterContract {
    static final String ORDER = "{\"item\":\"lamp\",\"count\":1}";

    final Shopfront shop = new Shopfront();
    final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    final BlockingQueue<RecordState> ends = new LinkedBlockingQueue<>();
    ServletContainer container;
    Once once;

    abstract ServletContainer start(Consumer<ServletContext> application) throws Exception;

    @BeforeAll
    void startTheContainer() throws Exception {
        container = start(shop::install);
    }

    @AfterAll
    void stopTheContainer() throws Exception {
        container.close();
    }

    @BeforeEach
    void aNewShop() {
        ends.clear();
        filteredBy(IdempotencySettings.standard(), engine());
        shop.does((request, response) -> {
            response.setStatus(201);
            response.setContentType("application/json");
            response.setHeader("Location", "/orders/" + shop.served.get());
            response.getOutputStream().print("{\"number\":" + shop.served.get() + "}");
        });
    }

    /** Without waiting: a duplicate gets "in progress" at once. */
    OnceSettings engine() {
        return OnceSettings.standard().waitAtMost(Duration.ZERO).listener(event -> {
            if (event instanceof OnceEvent.Finished finished) {
                ends.add(finished.state());
            }
        });
    }

    void filteredBy(IdempotencySettings settings) {
        filteredBy(settings, engine());
    }

    void filteredBy(IdempotencySettings settings, OnceSettings engine) {
        once = Once.on(new InMemoryRecordStore(), engine);
        shop.filteredBy(IdempotencyFilter.on(once, settings));
    }

    /** How the next effect ended, once it has. */
    RecordState awaitEnd() throws InterruptedException {
        RecordState end = ends.poll(60, TimeUnit.SECONDS);
        if (end == null) {
            throw new AssertionError("no effect ended");
        }
        return end;
    }

    HttpRequest.Builder order(String body) {
        return to("/orders").header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
    }

    HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + container.port() + path))
                .header("X-User", "ann");
    }

    HttpRequest keyed(String key, String body) {
        return order(body).header("Idempotency-Key", key).build();
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest request) {
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> order(String key, String body) throws IOException, InterruptedException {
        return send(keyed(key, body));
    }

    static boolean isReplay(HttpResponse<?> response) {
        return response.headers().firstValue("Idempotent-Replayed").equals(java.util.Optional.of("true"));
    }
}
