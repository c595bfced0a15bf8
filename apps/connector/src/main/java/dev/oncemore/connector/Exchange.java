package dev.oncemore.connector;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A request and its whole answer. A request's own timeout ends with the headers, and nothing else bounds what follows. */
final class Exchange {
    static final int BODY_MAX = 4 * 1024 * 1024;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Exchange() {}

    /** Waits for the answer to its last byte, for so long at most. */
    static HttpResponse<byte[]> send(HttpClient client, HttpRequest request, Duration limit)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request, head -> new Body());
        try {
            return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw late(limit, e);
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } finally {
            // Nothing where it came to its end; otherwise the connection is closed.
            answer.cancel(true);
        }
    }

    /** As above, but an interrupt does not cut the request; the flag is restored afterwards. */
    static HttpResponse<byte[]> sendUninterrupted(HttpClient client, HttpRequest request, Duration limit)
            throws IOException {
        boolean isInterrupted = Thread.interrupted();
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request, head -> new Body());
        try {
            return answer.copy()
                    .orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw late(limit, e);
            }
            throw unwrapped(e);
        } finally {
            answer.cancel(true);
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static HttpTimeoutException late(Duration limit, Exception cause) {
        HttpTimeoutException late = new HttpTimeoutException("no whole answer within " + limit);
        late.initCause(cause);
        return late;
    }

    /** What an answer says; nothing when it is no JSON. */
    static JsonNode json(HttpResponse<byte[]> response) {
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            return JSON.missingNode();
        }
    }

    /** By its own type, since that tells whether anything was sent. */
    private static IOException unwrapped(Exception failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof RuntimeException bug) {
            throw bug;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException known ? known : new IOException(cause);
    }

    /** Gathers a body as long as it is not too large. */
    private static final class Body implements BodySubscriber<byte[]> {
        private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private @Nullable Subscription subscription;

        @Override
        public CompletionStage<byte[]> getBody() {
            return whole;
        }

        @Override
        public void onSubscribe(Subscription from) {
            subscription = from;
            from.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> parts) {
            for (ByteBuffer part : parts) {
                if (bytes.size() + part.remaining() > BODY_MAX) {
                    whole.completeExceptionally(new IOException(
                            "the answer is larger than " + BODY_MAX + " bytes, which is the most allowed"));
                    if (subscription != null) {
                        subscription.cancel();
                    }
                    return;
                }
                byte[] some = new byte[part.remaining()];
                part.get(some);
                bytes.write(some, 0, some.length);
            }
        }

        @Override
        public void onError(Throwable failure) {
            whole.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            whole.complete(bytes.toByteArray());
        }
    }
}
