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

/** Sends a request and reads its whole response. The HTTP client's timeout covers the headers only, so this bounds the body. */
final class Exchange {
    static final int BODY_MAX = 4 * 1024 * 1024;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Exchange() {}

    /** Waits for the whole response, at most this long. */
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
            // Without effect after the end of the response; otherwise it closes the connection.
            answer.cancel(true);
        }
    }

    /** As above, but an interrupt does not end the wait; the thread's interrupt flag is set afterwards. */
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
        HttpTimeoutException late = new HttpTimeoutException("no complete response within " + limit);
        late.initCause(cause);
        return late;
    }

    /** The body as JSON; a missing node when it is not JSON. */
    static JsonNode json(HttpResponse<byte[]> response) {
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            return JSON.missingNode();
        }
    }

    /** The cause with its own type, which shows whether anything was sent. */
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

    /** Collects a body up to a maximum size. */
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
                    whole.completeExceptionally(new IOException("the response has more than " + BODY_MAX + " bytes"));
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
