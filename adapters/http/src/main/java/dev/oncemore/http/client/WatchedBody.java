package dev.oncemore.http.client;

import dev.oncemore.time.Time;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A body that notices if the connection stops taking parts of it, although there are more. */
final class WatchedBody implements BodyPublisher {
    private final BodyPublisher body;
    private final Time time;
    private final long limitNanos;
    private final Runnable onStall;

    WatchedBody(BodyPublisher body, Time time, Duration limit, Runnable onStall) {
        this.body = body;
        this.time = time;
        limitNanos = limit.toNanos();
        this.onStall = onStall;
    }

    @Override
    public long contentLength() {
        return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        body.subscribe(new Progress(subscriber));
    }

    private final class Progress implements Flow.Subscriber<ByteBuffer>, Flow.Subscription {
        private final Flow.Subscriber<? super ByteBuffer> to;
        private Flow.@Nullable Subscription from;
        /** Parts that the connection has asked for and not got: while there are some, it does not stall. */
        private long demand;

        private long waitsSinceNanos;
        private boolean ended;
        private Time.@Nullable Alarm alarm;

        Progress(Flow.Subscriber<? super ByteBuffer> to) {
            this.to = to;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            synchronized (this) {
                from = subscription;
                waitsSinceNanos = time.nanoTime();
                alarm = time.alarm(limitNanos, this::check);
            }
            to.onSubscribe(this);
        }

        @Override
        public void request(long count) {
            Flow.Subscription source;
            synchronized (this) {
                demand = count > Long.MAX_VALUE - demand ? Long.MAX_VALUE : demand + count;
                source = from;
            }
            if (source != null) {
                source.request(count);
            }
        }

        @Override
        public void onNext(ByteBuffer item) {
            synchronized (this) {
                demand--;
                waitsSinceNanos = time.nanoTime();
            }
            to.onNext(item);
        }

        /** One alarm is set at a time: it looks how long the wait is, and is set again for the rest. */
        private void check() {
            synchronized (this) {
                if (ended) {
                    return;
                }
                long waitedNanos = demand > 0 ? 0 : time.nanoTime() - waitsSinceNanos;
                if (waitedNanos < limitNanos) {
                    alarm = time.alarm(limitNanos - waitedNanos, this::check);
                    return;
                }
                ended = true;
            }
            onStall.run();
        }

        private void end() {
            Time.Alarm last;
            synchronized (this) {
                ended = true;
                last = alarm;
            }
            if (last != null) {
                last.cancel();
            }
        }

        @Override
        public void onError(Throwable failure) {
            end();
            to.onError(failure);
        }

        @Override
        public void onComplete() {
            end();
            to.onComplete();
        }

        @Override
        public void cancel() {
            end();
            Flow.Subscription source;
            synchronized (this) {
                source = from;
            }
            if (source != null) {
                source.cancel();
            }
        }
    }
}
