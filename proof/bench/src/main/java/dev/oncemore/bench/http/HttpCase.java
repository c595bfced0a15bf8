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
    GET_LONE("get-1", 1),
    GET("get-16", 16),
    POST("post-limited-16", 16) {
        @Override
        RetryPolicy policy() {
            return super.policy().toBuilder().attemptTimeout(LIMIT).build();
        }

        // The policy limits an attempt, so the JDK's client gets the same limit in its own way.
        @Override
        HttpRequest.Builder request(URI uri, boolean bare) {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                    .header("Idempotency-Key", "\"inv-001\"")
                    .POST(BodyPublishers.ofString("{\"amount\":1}"));
            return bare ? request.timeout(LIMIT) : request;
        }
    },
    ASYNC("async-16", 16) {
        @Override
        HttpResponse<String> send(HttpClient client, HttpRequest request) {
            return client.sendAsync(request, BodyHandlers.ofString()).join();
        }
    };

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int OK = 200;

    private final String caseName;
    private final int callers;

    HttpCase(String caseName, int callers) {
        this.caseName = caseName;
        this.callers = callers;
    }

    String caseName() {
        return caseName;
    }

    int callers() {
        return callers;
    }

    RetryPolicy policy() {
        return RetryPolicy.preset("api");
    }

    /** One caller measures the time of a call, many measure the throughput. */
    String metric() {
        return callers == 1 ? Figure.NANOS : Figure.THROUGHPUT;
    }

    HttpRequest.Builder request(URI uri, boolean bare) {
        return HttpRequest.newBuilder(uri);
    }

    HttpResponse<String> send(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    void sendChecked(HttpClient client, URI uri) throws IOException, InterruptedException {
        boolean bare = !(client instanceof RetryingHttpClient);
        int status = send(client, request(uri, bare).build()).statusCode();
        if (status != OK) {
            throw new MeasuringException(caseName + " was answered with HTTP " + status, null);
        }
    }
}
