package dev.oncemore.http.client;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a publisher that may publish only once into memory, so that it can be sent again. The first attempt
 * starts reading; later ones use what was read. A body over the bound fails the attempt with {@link TooLargeException},
 * which has the whole body for one other attempt.
 */
final class BufferedBody implements Flow.Subscriber<ByteBuffer> {
    private final BodyPublisher source;
    private final int bytesMax;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CompletableFuture<BodyPublisher> body = new CompletableFuture<>();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private volatile Flow.@Nullable Subscription upstream;
    private volatile @Nullable ContinuedBody continued;

    BufferedBody(BodyPublisher source, int bytesMax) {
        this.source = source;
        this.bytesMax = bytesMax;
    }

    /** The body, once it is read. */
    CompletableFuture<BodyPublisher> read() {
        if (started.compareAndSet(false, true)) {
            source.subscribe(this);
        }
        return body.copy();
    }

    /** Ends reading, because no attempt follows that could send the body. */
    void abandon() {
        Flow.Subscription from = upstream;
        if (from != null && !body.isDone()) {
            from.cancel();
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        upstream = subscription;
        subscription.request(1);
    }

    @Override
    public void onNext(ByteBuffer item) {
        ContinuedBody rest = continued;
        Flow.Subscription from = upstream;
        if (rest != null) {
            rest.onNext(item);
            return;
        }
        if (from == null) {
            throw new IllegalStateException("a body must not arrive before its subscription");
        }
        byte[] bytes = new byte[item.remaining()];
        item.get(bytes);
        kept.writeBytes(bytes);
        if (kept.size() <= bytesMax) {
            from.request(1);
            return;
        }
        ContinuedBody whole = new ContinuedBody(ByteBuffer.wrap(kept.toByteArray()), from, source.contentLength());
        continued = whole;
        body.completeExceptionally(new TooLargeException(bytesMax, whole));
    }

    @Override
    public void onError(Throwable failure) {
        ContinuedBody rest = continued;
        if (rest != null) {
            rest.end(failure);
        } else {
            body.completeExceptionally(new UnreadableException(failure));
        }
    }

    @Override
    public void onComplete() {
        ContinuedBody rest = continued;
        if (rest != null) {
            rest.end(null);
            return;
        }
        BodyPublisher whole = BodyPublishers.ofByteArray(kept.toByteArray());
        long announced = source.contentLength();
        // A wrong length is the JDK's to report, as it does without buffering.
        body.complete(
                announced > 0 && announced != kept.size() ? BodyPublishers.fromPublisher(whole, announced) : whole);
    }

    /** A body over the bound. Nothing was sent. */
    static final class TooLargeException extends IOException implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient ContinuedBody body;

        private TooLargeException(int bytesMax, ContinuedBody body) {
            super("the request's body is larger than the " + bytesMax
                    + " bytes that are buffered, so it is sent once; see ReplayableBody");
            this.body = body;
        }

        /** The whole body, to be sent once. */
        BodyPublisher body() {
            return body;
        }

        @Override
        public Classification classification() {
            return Classification.permanent(String.valueOf(getMessage()));
        }
    }

    /** A body that its publisher could not provide. Nothing was sent, and what was read is gone. */
    private static final class UnreadableException extends IOException implements Classified {
        private static final long serialVersionUID = 1L;

        UnreadableException(Throwable cause) {
            super("the request's body could not be read: " + cause, cause);
        }

        @Override
        public Classification classification() {
            return Classification.permanent(String.valueOf(getMessage()));
        }
    }
}
