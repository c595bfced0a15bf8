package dev.oncemore.http.client;

import dev.oncemore.retry.Attempt;
import dev.oncemore.time.Time;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Makes one attempt of a request with the JDK's client, and gives its failures their names. */
final class AttemptSender {
    private final HttpClient client;
    private final Pacing pacing;
    private final RateLimits limits;
    private final Time time;
    private final @Nullable HostLookup lookup;
    private final @Nullable Duration writeLimit;

    AttemptSender(HttpClient client, Pacing pacing, RateLimits limits, Time time, HttpTimeouts timeouts) {
        this.client = client;
        this.pacing = pacing;
        this.limits = limits;
        this.time = time;
        lookup = timeouts.dns == null ? null : new HostLookup(timeouts.dns, time, timeouts.resolver, client.proxy());
        writeLimit = timeouts.write;
    }

    /** How long requests to this host are not sent; empty if they are. */
    Optional<Duration> closedFor(URI uri) {
        return pacing.closedFor(uri);
    }

    <T> Reply<T> send(LogicalRequest<T> sending, Attempt attempt) throws IOException, InterruptedException {
        pacing.requireOpen(sending.uri());
        BufferedBody buffered = sending.buffered();
        BodyPublisher body = buffered == null ? null : awaited(buffered.read());
        if (lookup != null) {
            awaited(lookup.await(sending.uri()));
        }
        HttpRequest request = sending.request(attempt, body);
        if (isWatched(request)) {
            CompletableFuture<Boolean> stop = new CompletableFuture<>();
            try {
                return awaited(exchange(sending, attempt, body, null, stop));
            } catch (InterruptedException e) {
                stop.complete(false); // as in the JDK's own blocking call
                throw e;
            }
        }
        LogicalRequest<T>.Receiving receiving = sending.receiving(attempt);
        try {
            return learned(receiving.reply(client.send(request, receiving)));
        } catch (HttpConnectTimeoutException e) {
            throw named(e, request.uri());
        }
    }

    <T> CompletionStage<Reply<T>> sendAsync(
            LogicalRequest<T> sending, Attempt attempt, @Nullable PushPromiseHandler<T> pushPromiseHandler)
            throws IOException {
        pacing.requireOpen(sending.uri());
        BufferedBody buffered = sending.buffered();
        if (buffered == null && lookup == null) {
            return exchange(sending, attempt, null, pushPromiseHandler, new CompletableFuture<>());
        }
        CompletableFuture<@Nullable BodyPublisher> read = buffered == null
                ? CompletableFuture.completedFuture(null)
                : buffered.read().thenApply(body -> body);
        return read.thenCompose(body -> found(sending.uri())
                .thenCompose(found -> exchange(sending, attempt, body, pushPromiseHandler, new CompletableFuture<>())));
    }

    private CompletionStage<Boolean> found(URI uri) {
        return lookup == null ? CompletableFuture.completedFuture(true) : lookup.await(uri);
    }

    private boolean isWatched(HttpRequest request) {
        return writeLimit != null
                && request.bodyPublisher().isPresent()
                && request.bodyPublisher().get().contentLength() != 0;
    }

    /** Sends; completing {@code stop} cancels the exchange, with true because the write took too long. */
    private <T> CompletableFuture<Reply<T>> exchange(
            LogicalRequest<T> sending,
            Attempt attempt,
            @Nullable BodyPublisher body,
            @Nullable PushPromiseHandler<T> pushPromiseHandler,
            CompletableFuture<Boolean> stop) {
        HttpRequest request = sending.request(attempt, body);
        if (writeLimit != null && isWatched(request)) {
            request = HttpRequest.newBuilder(request, (name, value) -> true)
                    .method(
                            request.method(),
                            new WatchedBody(
                                    request.bodyPublisher().orElseThrow(), time, writeLimit, () -> stop.complete(true)))
                    .build();
        }
        LogicalRequest<T>.Receiving receiving = sending.receiving(attempt);
        CompletableFuture<HttpResponse<T>> exchange = pushPromiseHandler == null
                ? client.sendAsync(request, receiving)
                : client.sendAsync(request, receiving, pushPromiseHandler);
        // The stage below is derived: cancelling it would not reach the exchange.
        attempt.onCancel(() -> exchange.cancel(true));
        CompletableFuture<Boolean> unused = stop.thenApply(reason -> exchange.cancel(true));
        return exchange.handle((response, failure) -> {
            if (response != null) {
                return learned(receiving.reply(response));
            }
            throw new CompletionException(
                    writeLimit != null && stop.getNow(false)
                            ? StepTimeoutException.write(writeLimit)
                            : named(failure, sending.uri()));
        });
    }

    /** Returns the failure, or a more specific one if the TLS handshake is known to have timed out. */
    private IOException named(HttpConnectTimeoutException failure, URI uri) {
        return client.sslContext() instanceof WatchedSslContext watched && watched.forgetUnfinished(uri)
                ? new TlsTimeoutException(failure)
                : failure;
    }

    private Throwable named(Throwable failure, URI uri) {
        Throwable real =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return real instanceof HttpConnectTimeoutException timeout ? named(timeout, uri) : real;
    }

    private <T> Reply<T> learned(Reply<T> reply) {
        pacing.learn(
                reply.response().request().uri(),
                limits.closedFor(reply.response().headers()));
        return reply;
    }

    /** Waits for a stage, and throws its failure as it is if its type is declared. */
    static <T> T awaited(CompletionStage<T> stage) throws IOException, InterruptedException {
        try {
            return stage.toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(e.getCause());
        }
    }
}
