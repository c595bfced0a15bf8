package dev.oncemore.http.client;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A body of which the beginning was read already: publishes that, then the rest as it comes. It can be sent once. */
final class ContinuedBody implements BodyPublisher {
    private final ByteBuffer beginning;
    private final Flow.Subscription rest;
    private final long contentLength;
    private Flow.@Nullable Subscriber<? super ByteBuffer> subscriber;
    private boolean begun;
    /** Whether the subscriber has got the beginning, so that the end may follow. */
    private boolean passing;

    private boolean ended;
    private @Nullable Throwable failure;

    ContinuedBody(ByteBuffer beginning, Flow.Subscription rest, long contentLength) {
        this.beginning = beginning;
        this.rest = rest;
        this.contentLength = contentLength;
    }

    @Override
    public long contentLength() {
        return contentLength;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> to) {
        boolean isFirst;
        synchronized (this) {
            isFirst = subscriber == null;
            if (isFirst) {
                subscriber = to;
            }
        }
        to.onSubscribe(isFirst ? new Demand(to) : new Spent());
        if (!isFirst) {
            to.onError(new IllegalStateException("the body was larger than the buffer and can be sent only once"));
        }
    }

    /** Ends the rest if nobody has subscribed: its publisher may hold a thread until then. */
    void abandon() {
        boolean isUnsent;
        synchronized (this) {
            isUnsent = subscriber == null;
        }
        if (isUnsent) {
            rest.cancel();
        }
    }

    /** Passes on the next item of the rest; there is one only after a request for it. */
    void onNext(ByteBuffer item) {
        Flow.Subscriber<? super ByteBuffer> to;
        synchronized (this) {
            to = subscriber;
        }
        if (to == null) {
            throw new IllegalStateException("a publisher must not publish more than was requested");
        }
        to.onNext(item);
    }

    /** Called at the end of the rest, which may come before anybody asked for the beginning. */
    void end(@Nullable Throwable failure) {
        synchronized (this) {
            this.failure = failure;
            ended = true;
            if (!passing) {
                return;
            }
        }
        signalEnd();
    }

    private void signalEnd() {
        Flow.Subscriber<? super ByteBuffer> to;
        Throwable broken;
        synchronized (this) {
            to = subscriber;
            broken = failure;
        }
        if (to == null) {
            return;
        }
        if (broken == null) {
            to.onComplete();
        } else {
            to.onError(broken);
        }
    }

    private final class Demand implements Flow.Subscription {
        private final Flow.Subscriber<? super ByteBuffer> to;

        Demand(Flow.Subscriber<? super ByteBuffer> to) {
            this.to = to;
        }

        @Override
        public void request(long count) {
            boolean isFirst;
            synchronized (ContinuedBody.this) {
                isFirst = !begun && count > 0;
                begun |= isFirst;
            }
            if (!isFirst) {
                rest.request(count);
                return;
            }
            to.onNext(beginning);
            boolean isEnd;
            synchronized (ContinuedBody.this) {
                passing = true;
                isEnd = ended;
            }
            if (isEnd) {
                signalEnd();
            } else if (count > 1) {
                rest.request(count == Long.MAX_VALUE ? count : count - 1);
            }
        }

        @Override
        public void cancel() {
            rest.cancel();
        }
    }

    private static final class Spent implements Flow.Subscription {
        @Override
        public void request(long count) {}

        @Override
        public void cancel() {}
    }
}
