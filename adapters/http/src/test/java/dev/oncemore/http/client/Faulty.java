package dev.oncemore.http.client;

import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.testkit.net.FaultProxy;
import dev.oncemore.time.VirtualTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server behind a network that breaks on demand, and a client that retries without waiting: its time is virtual. */
final class Faulty implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-01-24T10:30:00Z");

    final ScriptedServer server = new ScriptedServer();
    final FaultProxy proxy = FaultProxy.to(server.port());
    final VirtualTime time = new VirtualTime();
    final List<RetryEvent> events = new CopyOnWriteArrayList<>();
    final HttpClient jdk =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Faulty() throws Exception {}

    static RetryPolicy.Builder policy() {
        return RetryPolicy.named("bank")
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMillis(10)).noJitter())
                .noAttemptTimeout()
                .noDeadline();
    }

    RetryingHttpClient.Builder builder(RetryPolicy policy) {
        return RetryingHttpClient.builder(jdk, policy)
                .listener(events::add)
                .time(time)
                .random(new SplittableRandom(42))
                .wallClock(InstantSource.fixed(NOW));
    }

    RetryingHttpClient client() {
        return builder(policy().build()).build();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + proxy.port() + path);
    }

    HttpRequest.Builder request() {
        return HttpRequest.newBuilder(uri("/payments"));
    }

    HttpRequest get() {
        return request().build();
    }

    HttpRequest post() {
        return request().POST(BodyPublishers.ofString("{\"amount\":1}")).build();
    }

    HttpRequest postWithKey() {
        return request()
                .POST(BodyPublishers.ofString("{\"amount\":1}"))
                .header("Idempotency-Key", "\"inv-001\"")
                .build();
    }

    /** The verdicts on the attempts that failed, in order. */
    List<String> failures() {
        return events.stream()
                .filter(RetryEvent.AttemptFailed.class::isInstance)
                .map(event -> ((RetryEvent.AttemptFailed) event)
                        .classification()
                        .kind()
                        .name())
                .toList();
    }

    @Override
    public void close() {
        proxy.close();
        server.close();
    }
}
