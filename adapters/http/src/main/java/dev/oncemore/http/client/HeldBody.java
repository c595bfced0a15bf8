package dev.oncemore.http.client;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response that may be discarded in favour of another attempt. It is read to its end, so that the
 * connection can be reused, and withheld from the caller's handler, which might write it to a file. If no other attempt
 * follows, {@link #deliver} passes it to the handler. A body too large to keep goes to the handler at once.
 */
final class HeldBody<T extends @Nullable Object> implements BodySubscriber<T> {
    static final int BYTES_MAX = 64 * 1_024;

    private final BodyHandler<T> handler;
    private final ResponseInfo info;
    private final CompletableFuture<@Nullable T> body = new CompletableFuture<>();
    private final List<ByteBuffer> kept = new ArrayList<>();
    private long bytes;
    private Flow.@Nullable Subscription upstream;
    private volatile @Nullable BodySubscriber<T> passedTo;

    HeldBody(BodyHandler<T> handler, ResponseInfo info) {
        this.handler = handler;
        this.info = info;
    }

    /** Whether the body is still withheld from the caller's handler. */
    boolean isHeld() {
        return passedTo == null;
    }

    /** Passes the kept body to the caller's handler. */
    CompletionStage<T> deliver() {
        BodySubscriber<T> subscriber = handler.apply(info);
        subscriber.onSubscribe(new Kept(subscriber, null));
        return subscriber.getBody();
    }

    @Override
    public CompletionStage<T> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        upstream = subscription;
        subscription.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
        BodySubscriber<T> user = passedTo;
        if (user != null) {
            user.onNext(items);
            return;
        }
        kept.addAll(items);
        bytes += items.stream().mapToLong(ByteBuffer::remaining).sum();
        if (upstream == null) {
            throw new IllegalStateException("a body must not arrive before its subscription");
        } else if (bytes > BYTES_MAX) {
            pass(upstream);
        } else {
            upstream.request(1);
        }
    }

    private void pass(Flow.Subscription rest) {
        BodySubscriber<T> user = handler.apply(info);
        passedTo = user;
        user.onSubscribe(new Kept(user, rest));
        CompletionStage<Boolean> unused = user.getBody().handle((value, failure) -> {
            return failure == null ? body.complete(value) : body.completeExceptionally(failure);
        });
    }

    @Override
    public void onError(Throwable failure) {
        BodySubscriber<T> user = passedTo;
        if (user != null) {
            user.onError(failure);
        } else {
            body.completeExceptionally(failure);
        }
    }

    @Override
    public void onComplete() {
        BodySubscriber<T> user = passedTo;
        if (user != null) {
            user.onComplete();
        } else {
            body.complete(null);
        }
    }

    /** Publishes the kept bytes as one item, then the rest of the body or its end. */
    private final class Kept implements Flow.Subscription {
        private final BodySubscriber<T> to;
        private final Flow.@Nullable Subscription rest;
        private boolean given;
        private boolean cancelled;

        Kept(BodySubscriber<T> to, Flow.@Nullable Subscription rest) {
            this.to = to;
            this.rest = rest;
        }

        @Override
        public void request(long count) {
            boolean first;
            synchronized (this) {
                first = !given && !cancelled && count > 0;
                given |= first;
            }
            if (first && !kept.isEmpty()) {
                to.onNext(List.copyOf(kept));
            }
            if (rest != null && (!first || count > 1)) {
                rest.request(first && count != Long.MAX_VALUE ? count - 1 : count);
            } else if (rest == null && first) {
                to.onComplete();
            }
        }

        @Override
        public void cancel() {
            synchronized (this) {
                cancelled = true;
            }
            if (rest != null) {
                rest.cancel();
            }
        }
    }
}
