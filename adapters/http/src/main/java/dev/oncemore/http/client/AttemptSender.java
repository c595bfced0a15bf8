package dev.oncemore.http.client;

import dev.oncemore.retry.Attempt;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.PushPromiseHandler;
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

    AttemptSender(HttpClient client, Pacing pacing, RateLimits limits) {
        this.client = client;
        this.pacing = pacing;
        this.limits = limits;
    }

    <T> Reply<T> send(LogicalRequest<T> sending, Attempt attempt) throws IOException, InterruptedException {
        pacing.requireOpen(sending.uri());
        BufferedBody buffered = sending.buffered();
        HttpRequest request = sending.request(attempt, buffered == null ? null : awaited(buffered.read()));
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
        return buffered == null
                ? exchange(sending, attempt, null, pushPromiseHandler)
                : buffered.read().thenCompose(body -> exchange(sending, attempt, body, pushPromiseHandler));
    }

    private <T> CompletionStage<Reply<T>> exchange(
            LogicalRequest<T> sending,
            Attempt attempt,
            @Nullable BodyPublisher body,
            @Nullable PushPromiseHandler<T> pushPromiseHandler) {
        HttpRequest request = sending.request(attempt, body);
        LogicalRequest<T>.Receiving receiving = sending.receiving(attempt);
        CompletableFuture<HttpResponse<T>> exchange = pushPromiseHandler == null
                ? client.sendAsync(request, receiving)
                : client.sendAsync(request, receiving, pushPromiseHandler);
        // The stage below is derived: cancelling it would not reach the exchange.
        attempt.onCancel(() -> exchange.cancel(true));
        return exchange.handle((response, failure) -> {
            if (response == null) {
                throw new CompletionException(named(failure, request.uri()));
            }
            return learned(receiving.reply(response));
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
                limits.usedUpFor(reply.response().headers()));
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
