package dev.oncemore.http.client;

import dev.oncemore.http.RetryAfter;
import dev.oncemore.http.RetryHeaders;
import dev.oncemore.retry.Attempt;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryBuilder;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.RetryStatus;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An {@code HttpClient} that retries requests if that is safe and useful, according to a {@link RetryPolicy}. Code that
 * uses an {@code HttpClient} keeps its {@code send} and {@code sendAsync}. Create one per service, around the same JDK
 * client if you like: each has its own budget, breaker and limiter.
 *
 * <pre>{@code
 * HttpClient bank = RetryingHttpClient.around(HttpClient.newHttpClient(), RetryPolicy.preset("api"));
 * HttpResponse<String> response = bank.send(request, BodyHandlers.ofString());
 * }</pre>
 *
 * <ul>
 *   <li>GET, HEAD, PUT, DELETE, OPTIONS, TRACE and QUERY may be retried after a lost reply. Any other method requires
 *       an {@code Idempotency-Key} header: yours, or one from {@link Builder#generateKeys}. It is the same for every
 *       attempt.
 *   <li>If retries do not help, the last response is returned, whatever its status, as by the JDK's client. A failure
 *       is thrown with the type that the JDK's client throws and a message that states why it was not retried.
 *   <li>If an earlier attempt may have taken effect, a later 401, 404 or 503 does not settle that: an
 *       {@code IOException} that states so is thrown instead of returning the response. A response replayed for the key
 *       ({@link RetryHeaders#REPLAYED}) settles it and is returned.
 *   <li>A retry carries {@code X-Retry-Count} and {@code X-Original-Request-At}; an attempt with a limit carries
 *       {@link dev.oncemore.http.RemainingTime}.
 *   <li>A body that can be read only once is sent once: see {@link ReplayableBody}.
 * </ul>
 */
public final class RetryingHttpClient extends DelegatingHttpClient {
    private final Retry retry;
    /** Makes one attempt, under the same limits, for bodies that cannot be sent again. */
    private final Retry once;

    private final Pacing pacing;
    private final RateLimits limits;
    private final InstantSource clock;
    private final @Nullable Supplier<String> keys;
    private final boolean addsHeaders;

    private RetryingHttpClient(Builder builder) {
        super(builder.client);
        clock = builder.clock;
        keys = builder.keys;
        addsHeaders = builder.addsHeaders;
        limits = new RateLimits(clock);
        pacing = new Pacing(builder.time);
        RetryPolicy policy = builder.policy.toBuilder()
                .classifier(new ReplyClassifier(
                        builder.policy.classifier(), new RetryAfter(clock), limits, this::isShutDown))
                .build();
        retry = builder.engine(policy).build();
        once = builder.engine(policy.toBuilder().maxAttempts(1).build())
                .sharing(retry)
                .build();
    }

    private RetryingHttpClient(RetryingHttpClient same, String operation) {
        super(same);
        retry = same.retry.operation(operation);
        once = same.once.operation(operation);
        pacing = same.pacing;
        limits = same.limits;
        clock = same.clock;
        keys = same.keys;
        addsHeaders = same.addsHeaders;
    }

    /** Wraps a client with retries according to this policy. */
    public static RetryingHttpClient around(HttpClient client, RetryPolicy policy) {
        return builder(client, policy).build();
    }

    /** As {@link #around}, with your own settings. */
    public static Builder builder(HttpClient client, RetryPolicy policy) {
        return new Builder(client, policy);
    }

    /** Returns this client under another label for meters, log lines and spans: see {@link Retry#operation(String)}. */
    public RetryingHttpClient operation(String name) {
        return new RetryingHttpClient(this, name);
    }

    /** The state of breaker, budget and limiter. */
    public RetryStatus status() {
        return retry.status();
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        LogicalRequest<T> sending = sending(request, handler);
        Reply<T> reply;
        try {
            reply = engine(sending).attempt(sending.safety(), attempt -> attempt(sending, attempt));
        } catch (GaveUpException e) {
            reply = answer(e);
            if (reply == null) {
                refuseInterrupted(e);
                throw Unanswered.of(e, sending.replayable());
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
        return awaited(reply.deliver());
    }

    private <T> Reply<T> attempt(LogicalRequest<T> sending, Attempt attempt) throws IOException, InterruptedException {
        HttpRequest request = sending.request(attempt);
        pacing.requireOpen(request.uri());
        LogicalRequest<T>.Receiving receiving = sending.receiving(attempt);
        try {
            return learned(receiving.reply(client().send(request, receiving)));
        } catch (HttpConnectTimeoutException e) {
            throw named(e, request.uri());
        }
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return sendAsync(request, handler, null);
    }

    /** Pushed responses reach the handler as they arrive, including those of discarded attempts. */
    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushPromiseHandler) {
        LogicalRequest<T> sending = sending(request, handler);
        CompletableFuture<Reply<T>> call = engine(sending)
                .callAsync(sending.safety(), attempt -> attemptAsync(sending, attempt, pushPromiseHandler));
        CompletableFuture<HttpResponse<T>> result = new CompletableFuture<>();
        CompletableFuture<Boolean> unused = call.handle((reply, failure) -> settle(sending, result, reply, failure));
        // Completing the result, by cancellation or by the caller's own timeout, ends the call.
        CompletableFuture<Boolean> unusedToo =
                result.handle((response, failure) -> !call.isDone() && call.cancel(true));
        return result;
    }

    private <T> CompletionStage<Reply<T>> attemptAsync(
            LogicalRequest<T> sending, Attempt attempt, @Nullable PushPromiseHandler<T> pushPromiseHandler)
            throws IOException {
        HttpRequest request = sending.request(attempt);
        pacing.requireOpen(request.uri());
        LogicalRequest<T>.Receiving receiving = sending.receiving(attempt);
        CompletableFuture<HttpResponse<T>> exchange = pushPromiseHandler == null
                ? client().sendAsync(request, receiving)
                : client().sendAsync(request, receiving, pushPromiseHandler);
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
        return sslContext() instanceof WatchedSslContext watched && watched.forgetUnfinished(uri)
                ? new TlsTimeoutException(failure)
                : failure;
    }

    private Throwable named(Throwable failure, URI uri) {
        Throwable real =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return real instanceof HttpConnectTimeoutException timeout ? named(timeout, uri) : real;
    }

    private <T> boolean settle(
            LogicalRequest<T> sending,
            CompletableFuture<HttpResponse<T>> result,
            @Nullable Reply<T> answer,
            @Nullable Throwable failure) {
        Reply<T> reply = answer == null && failure instanceof GaveUpException e ? answer(e) : answer;
        if (reply == null) {
            return result.completeExceptionally(
                    failure instanceof GaveUpException e ? Unanswered.of(e, sending.replayable()) : failure(failure));
        }
        CompletionStage<Boolean> unused = reply.deliver().handle((response, broken) -> {
            boolean taken = broken == null ? result.complete(response) : result.completeExceptionally(failure(broken));
            if (!taken) {
                reply.close();
            }
            return taken;
        });
        return true;
    }

    private static Throwable failure(@Nullable Throwable failure) {
        return failure == null ? new IllegalStateException("a call ends with a reply or a failure") : failure;
    }

    private <T> LogicalRequest<T> sending(HttpRequest request, BodyHandler<T> handler) {
        Objects.requireNonNull(handler, "responseBodyHandler");
        return new LogicalRequest<>(
                request, handler, addsHeaders, retry.policy().maxAttempts(), clock.instant(), keys);
    }

    private Retry engine(LogicalRequest<?> sending) {
        return sending.replayable() ? retry : once;
    }

    private <T> Reply<T> learned(Reply<T> reply) {
        pacing.learn(
                reply.response().request().uri(),
                limits.usedUpFor(reply.response().headers()));
        return reply;
    }

    /** The last attempt's reply; null if there is none or if it hides that an earlier attempt may have taken effect. */
    @SuppressWarnings("unchecked") // the engine keeps what the attempt returned
    private static <T> @Nullable Reply<T> answer(GaveUpException gaveUp) {
        if (!(gaveUp.facts().result() instanceof Reply<?> reply)) {
            return null;
        }
        if (Unanswered.hidesDoubt(gaveUp.facts())) {
            try {
                reply.close();
            } catch (RuntimeException e) {
                gaveUp.addSuppressed(e);
            }
            return null;
        }
        return (Reply<T>) reply;
    }

    private static void refuseInterrupted(GaveUpException gaveUp) throws InterruptedException {
        if (gaveUp.reason() == StopReason.INTERRUPTED) {
            InterruptedException interruption = new InterruptedException(gaveUp.getMessage());
            interruption.addSuppressed(gaveUp);
            throw interruption;
        }
    }

    private static <T> T awaited(CompletionStage<T> stage) throws IOException, InterruptedException {
        try {
            return stage.toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(e.getCause());
        }
    }

    /** The settings that are not part of the policy. */
    public static final class Builder {
        private final HttpClient client;
        private final RetryPolicy policy;
        private @Nullable RetryListener listener;
        private @Nullable Supplier<String> keys;
        private boolean addsHeaders = true;
        private Time time = Time.system();
        private RandomGenerator random = Chance.system();
        private InstantSource clock = WallClock.system();

        private Builder(HttpClient client, RetryPolicy policy) {
            this.client = Objects.requireNonNull(client, "client");
            this.policy = Objects.requireNonNull(policy, "policy");
        }

        /** Sets the listener for the engine's events: failed attempts, their classification and timeouts. */
        public Builder listener(RetryListener listener) {
            this.listener = Objects.requireNonNull(listener, "listener");
            return this;
        }

        /**
         * Adds an {@code Idempotency-Key} to every POST, PATCH and other non-idempotent request without one. Use it
         * only for servers that honour the header: any other would process a retried request twice.
         */
        public Builder generateKeys() {
            return generateKeys(() -> RetryHeaders.key(Ids.random(random).next()));
        }

        /** As {@link #generateKeys()}, with your own header values, each used for one request and all its attempts. */
        public Builder generateKeys(Supplier<String> keys) {
            this.keys = Objects.requireNonNull(keys, "keys");
            return this;
        }

        /** Sends requests unchanged: without the retry count, the first attempt's time and the remaining time. */
        public Builder withoutHeaders() {
            addsHeaders = false;
            return this;
        }

        /** Sets the source of time; tests use virtual time. */
        public Builder time(Time time) {
            this.time = Objects.requireNonNull(time, "time");
            return this;
        }

        /** Sets the source of jitter and keys; tests use a seeded generator. */
        public Builder random(RandomGenerator random) {
            this.random = Objects.requireNonNull(random, "random");
            return this;
        }

        /** Sets the clock for dates in headers. */
        public Builder wallClock(InstantSource clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        private RetryBuilder engine(RetryPolicy policy) {
            RetryBuilder engine = Retry.builder(policy).time(time).random(random);
            if (listener == null) {
                return engine;
            }
            return engine.listener(listener instanceof HttpRetryListener http ? http.forHttp() : listener);
        }

        /** Builds the client. */
        public RetryingHttpClient build() {
            return new RetryingHttpClient(this);
        }
    }
}
