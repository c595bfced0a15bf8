package dev.oncemore.bench.http;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A request, its policy, and the number of concurrent callers. */
enum HttpCase {
    GET_LONE("get-1", Kind.GET, 1),
    GET("get-16", Kind.GET, 16),
    POST_LONE("post-limited-1", Kind.LIMITED_POST, 1),
    POST("post-limited-16", Kind.LIMITED_POST, 16),
    ASYNC("async-16", Kind.ASYNC_GET, 16);

    private enum Kind {
        GET,
        LIMITED_POST,
        ASYNC_GET
    }

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int OK = 200;

    private final String caseName;
    private final Kind kind;
    private final int callers;

    HttpCase(String caseName, Kind kind, int callers) {
        this.caseName = caseName;
        this.kind = kind;
        this.callers = callers;
    }

    String caseName() {
        return caseName;
    }

    int callers() {
        return callers;
    }

    RetryPolicy policy() {
        RetryPolicy preset = RetryPolicy.preset("api");
        return kind == Kind.LIMITED_POST
                ? preset.toBuilder().attemptTimeout(LIMIT).build()
                : preset;
    }

    /** One caller measures the time of a call, many measure the throughput. */
    String metric() {
        return callers == 1 ? Figure.NANOS : Figure.THROUGHPUT;
    }

    void sendChecked(HttpClient client, URI uri) throws IOException, InterruptedException {
        HttpRequest request = request(uri, client instanceof RetryingHttpClient);
        HttpResponse<String> response = kind == Kind.ASYNC_GET
                ? client.sendAsync(request, BodyHandlers.ofString()).join()
                : client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != OK) {
            throw new MeasuringException(caseName + " was answered with HTTP " + response.statusCode(), null);
        }
    }

    private HttpRequest request(URI uri, boolean limitedByPolicy) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (kind != Kind.LIMITED_POST) {
            return request.build();
        }
        request.header("Idempotency-Key", "\"inv-001\"").POST(BodyPublishers.ofString("{\"amount\":1}"));
        // The policy limits an attempt, so the JDK's client gets the same limit in its own way.
        return limitedByPolicy ? request.build() : request.timeout(LIMIT).build();
    }
}
