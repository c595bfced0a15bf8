package dev.oncemore.http.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The result of one attempt. Closing it releases an unread body, and with it the connection. */
final class Reply<T extends @Nullable Object> implements AutoCloseable {
    private final HttpResponse<T> response;
    private final @Nullable HeldBody<T> held;

    Reply(HttpResponse<T> response, @Nullable HeldBody<T> held) {
        this.response = response;
        this.held = held;
    }

    HttpResponse<T> response() {
        return response;
    }

    /** Returns the response as the caller's own handler builds it. */
    CompletionStage<HttpResponse<T>> deliver() {
        HeldBody<T> body = held;
        return body == null || !body.isHeld()
                ? CompletableFuture.completedFuture(response)
                : body.deliver().thenApply(value -> new DeliveredResponse<>(response, value));
    }

    @Override
    public void close() {
        HeldBody<T> body = held;
        if (body == null || !body.isHeld()) {
            discard(response.body());
        }
    }

    private static void discard(@Nullable Object body) {
        if (body instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (IOException e) {
                throw new UncheckedIOException("the body of a discarded response cannot be closed", e);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("the body of a discarded response cannot be closed", e);
            }
        } else if (body instanceof Flow.Publisher<?> publisher) {
            publisher.subscribe(new Uninterested());
        }
    }

    /** Cancels at once, to signal the publisher that its bytes are not wanted. */
    private static final class Uninterested implements Flow.Subscriber<Object> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.cancel();
        }

        @Override
        public void onNext(Object item) {}

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
