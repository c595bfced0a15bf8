package dev.oncemore.examples.cases;

import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.testkit.net.HttpAnswer;
import dev.oncemore.testkit.net.MemoryHttpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Finds out how the retrying HTTP client classifies a response or a failure: it makes one attempt, and reports it. */
final class HttpProbe {
    private static final HttpRequest REQUEST = HttpRequest.newBuilder(URI.create("http://127.0.0.1/cases"))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();

    private HttpProbe() {}

    static Classification ofStatus(RetryPolicy policy, int status, Map<String, String> headers) {
        return ask(policy, new MemoryHttpClient(request -> new HttpAnswer(status, "", headers)));
    }

    static Classification ofFailure(RetryPolicy policy, IOException failure) {
        return ask(policy, new MemoryHttpClient(request -> {
            throw failure;
        }));
    }

    private static Classification ask(RetryPolicy policy, HttpClient network) {
        AtomicReference<Classification> told = new AtomicReference<>();
        HttpClient client = RetryingHttpClient.builder(
                        network, policy.toBuilder().maxAttempts(1).build())
                .listener(event -> {
                    if (event instanceof RetryEvent.AttemptFailed failed) {
                        told.set(failed.classification());
                    }
                })
                .build();
        try {
            client.send(REQUEST, BodyHandlers.discarding());
        } catch (IOException planned) {
            // The listener was told what it means.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the matrix was made", e);
        }
        Classification classification = told.get();
        if (classification == null) {
            throw new IllegalStateException("the client did not take it for a failure");
        }
        return classification;
    }
}
