package dev.oncemore.http.client;

import dev.oncemore.http.HttpClassifications;
import dev.oncemore.http.RetryAfter;
import dev.oncemore.http.RetryHeaders;
import dev.oncemore.internal.Bounds;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.outbox.Message;
import dev.oncemore.task.outbox.Sink;
import dev.oncemore.time.WallClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import javax.net.ssl.SSLException;

/**
 * Posts the messages of an outbox to a service, each with its id as {@code Idempotency-Key}, so that the service can
 * recognise one that it gets twice.
 *
 * <pre>{@code
 * HttpSink partner = HttpSink.to(httpClient, URI.create("https://partner.example/events"));
 * tasks.handle("order.paid", Codec.bytes(), policy, Relay.to(partner));
 * }</pre>
 *
 * <p>2xx delivers a message. 408, 425, 429 and 5xx, 409 with {@code Retry-After}, and lost connections are retried by the
 * policy of the task, not before {@code Retry-After}. Any other status, such as 400 or a redirect, makes a dead letter.
 * A {@link RetryingHttpClient} adds its breaker and limiter; its own attempts stay at one, because the task retries.
 */
public final class HttpSink implements Sink {
    private static final Duration LIMIT_MIN = Duration.ofMillis(100);
    private static final Duration LIMIT_MAX = Duration.ofMinutes(10);

    private final HttpClient client;
    private final Function<Message, URI> target;
    private final Function<Message, Map<String, String>> headers;
    private final Duration limit;

    private HttpSink(
            HttpClient client,
            Function<Message, URI> target,
            Function<Message, Map<String, String>> headers,
            Duration limit) {
        this.client = client;
        this.target = target;
        this.headers = headers;
        this.limit = limit;
    }

    /** Posts all messages to this URI, as JSON, within 15 s each. */
    public static HttpSink to(HttpClient client, URI uri) {
        Objects.requireNonNull(uri, "uri");
        return to(client, message -> uri);
    }

    /** As {@link #to(HttpClient, URI)}, with a URI for each message, such as one by its kind. */
    public static HttpSink to(HttpClient client, Function<Message, URI> target) {
        return new HttpSink(
                Objects.requireNonNull(client, "client"),
                Objects.requireNonNull(target, "target"),
                message -> Map.of(),
                Duration.ofSeconds(15));
    }

    /** A copy that adds these headers, such as a token or the headers of the task; they override {@code Content-Type}. */
    public HttpSink headers(Function<Message, Map<String, String>> more) {
        return new HttpSink(client, target, Objects.requireNonNull(more, "more"), limit);
    }

    /** A copy with this limit of one request, from sending to the reply; 100 ms to 10 min. */
    public HttpSink limit(Duration changed) {
        return new HttpSink(client, target, headers, Bounds.between("limit", changed, LIMIT_MIN, LIMIT_MAX));
    }

    /** Posts the messages of a batch at the same time: the order within a lane is kept by the tasks. */
    @Override
    public List<Verdict> send(List<Message> messages) throws InterruptedException {
        List<CompletableFuture<HttpResponse<Void>>> exchanges = new ArrayList<>();
        try {
            for (Message message : messages) {
                exchanges.add(post(message));
            }
            List<Verdict> verdicts = new ArrayList<>();
            for (CompletableFuture<HttpResponse<Void>> exchange : exchanges) {
                verdicts.add(verdict(exchange));
            }
            return verdicts;
        } finally {
            exchanges.forEach(exchange -> exchange.cancel(true));
        }
    }

    /** A request that cannot be made, because of a header for example, must not fail the others. */
    private CompletableFuture<HttpResponse<Void>> post(Message message) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(target.apply(message))
                    .timeout(limit)
                    .setHeader("Content-Type", "application/json")
                    .POST(BodyPublishers.ofByteArray(message.payload().toArray()));
            headers.apply(message).forEach(request::setHeader);
            request.setHeader(RetryHeaders.IDEMPOTENCY_KEY, RetryHeaders.key(message.id()));
            return client.sendAsync(request.build(), BodyHandlers.discarding());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Verdict verdict(CompletableFuture<HttpResponse<Void>> exchange) throws InterruptedException {
        try {
            return verdict(exchange.get());
        } catch (ExecutionException e) {
            return Verdict.failed(e.getCause() instanceof Exception failure ? failure(failure) : e);
        }
    }

    private static Verdict verdict(HttpResponse<Void> response) {
        int status = response.statusCode();
        if (status >= 200 && status < 300) {
            return Verdict.done("HTTP " + status);
        }
        Optional<Duration> wait = new RetryAfter(WallClock.system())
                .parse(
                        response.headers().allValues("Retry-After"),
                        response.headers().firstValue("Date").orElse(null));
        return Verdict.failed(new NotDeliveredException(classification(status, wait), null));
    }

    private static Classification classification(int status, Optional<Duration> wait) {
        if (status == 409 && wait.isPresent()) {
            // Another request with this key is still running there.
            return Classification.unknownOutcome("HTTP 409: still in progress").notBefore(wait.get());
        }
        Classification known = HttpClassifications.of(status, wait);
        return known != null && known.retryable()
                ? known
                : Classification.permanent("HTTP " + status + (status < 400 ? ": redirects are not followed" : ""));
    }

    /** A broken exchange says nothing about the message; only a certificate or a bug is no reason to try again. */
    private static Exception failure(Exception failure) {
        boolean isBrokenExchange = failure instanceof IOException
                && !(failure instanceof SSLException)
                && !(failure instanceof Classified)
                && !Classifier.standard().classify(failure).retryable();
        return isBrokenExchange
                ? new NotDeliveredException(Classification.unknownOutcome(failure.toString()), failure)
                : failure;
    }
}
