package dev.oncemore.http.client;

import dev.oncemore.http.RetryAfter;
import dev.oncemore.http.RetryHeaders;
import dev.oncemore.internal.Bounds;
import dev.oncemore.retry.BreakerSwitch;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryBuilder;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.RetryStatus;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
 *   <li>GET, HEAD, PUT, DELETE, OPTIONS, TRACE and QUERY may be retried after a lost reply, unless
 *       {@link Builder#notIdempotent} excludes them. Any other method requires an {@code Idempotency-Key} header: yours, or one from {@link Builder#generateKeys}. It is the same for every
 *       attempt.
 *   <li>If retries do not help, the last response is returned, whatever its status, as by the JDK's client. A failure
 *       is thrown with the type that the JDK's client throws and a message that states why it was not retried.
 *   <li>If an earlier attempt may have taken effect, a later 401, 404 or 503 does not settle that: an
 *       {@code IOException} that states so is thrown instead of returning the response. A response replayed for the key
 *       ({@link RetryHeaders#REPLAYED}) settles it and is returned.
 *   <li>A retry carries {@code X-Retry-Count} and {@code X-Original-Request-At}; a limited attempt its remaining time.
 *   <li>A body that may be readable only once is buffered, and sent once if it is too large: {@link ReplayableBody}.
 * </ul>
 */
public final class RetryingHttpClient extends DelegatingHttpClient {
    private static final int BUFFER_BYTES_MAX = 64 << 20;

    private final Retry retry;
    /** Makes one attempt, under the same limits, for bodies that cannot be sent again. */
    private final Retry once;

    private final AttemptSender sender;
    private final RequestRules rules;
    private final Time time;
    private final InstantSource clock;
    private final OversizedBodies oversized;

    private RetryingHttpClient(Builder builder) {
        super(builder.client);
        time = builder.time;
        clock = builder.clock;
        rules = builder.rules();
        oversized = new OversizedBodies(builder.policy.name());
        RateLimits limits = new RateLimits(clock, builder.windows);
        sender = new AttemptSender(builder.client, new Pacing(time), limits, time, builder.timeouts);
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
        sender = same.sender;
        rules = same.rules;
        time = same.time;
        clock = same.clock;
        oversized = same.oversized;
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

    /** Opens and closes its circuit breaker by hand; an {@link IllegalStateException} if the policy has none. */
    public BreakerSwitch breaker() {
        return retry.breaker();
    }

    /** How long requests to this host are not sent because its rate limit is used up; empty if they are sent. */
    public Optional<Duration> heldFor(URI uri) {
        return sender.closedFor(uri);
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        LogicalRequest<T> sending = sending(request, handler);
        if (sending.buffered() == null) {
            return delivered(sending);
        }
        TimeLeft timeLeft = TimeLeft.of(retry.policy(), time);
        try {
            return delivered(sending);
        } catch (BufferedBody.TooLargeException e) {
            return deliveredOnce(oversized.sentOnce(sending, e), timeLeft);
        }
    }

    private <T> HttpResponse<T> deliveredOnce(LogicalRequest<T> sending, TimeLeft timeLeft)
            throws IOException, InterruptedException {
        try {
            return timeLeft.within(() -> delivered(sending));
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private <T> HttpResponse<T> delivered(LogicalRequest<T> sending) throws IOException, InterruptedException {
        Reply<T> reply;
        try {
            reply = engine(sending).attempt(sending.safety(), attempt -> sender.send(sending, attempt));
        } catch (GaveUpException e) {
            reply = Unanswered.reply(e);
            if (reply == null) {
                Unanswered.throwIfInterrupted(e);
                throw Unanswered.of(e, sending.replayable());
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        } finally {
            sending.abandonBody();
        }
        return AttemptSender.awaited(reply.deliver());
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
        CompletableFuture<HttpResponse<T>> result = new CompletableFuture<>();
        TimeLeft timeLeft = sending.buffered() == null ? null : TimeLeft.of(retry.policy(), time);
        Settlement.start(engine(sending), sender, sending, pushPromiseHandler, result, (reply, failure) -> {
            if (timeLeft != null && failure instanceof BufferedBody.TooLargeException large) {
                startOnce(oversized.sentOnce(sending, large), pushPromiseHandler, result, timeLeft);
            } else {
                Settlement.settle(sending, result, reply, failure);
            }
        });
        return result;
    }

    private <T> void startOnce(
            LogicalRequest<T> sending,
            @Nullable PushPromiseHandler<T> pushPromiseHandler,
            CompletableFuture<HttpResponse<T>> result,
            TimeLeft timeLeft) {
        try {
            timeLeft.within(() -> {
                Settlement.start(
                        engine(sending),
                        sender,
                        sending,
                        pushPromiseHandler,
                        result,
                        (reply, failure) -> Settlement.settle(sending, result, reply, failure));
                return result;
            });
        } catch (Exception e) {
            result.completeExceptionally(e);
        }
    }

    private <T> LogicalRequest<T> sending(HttpRequest request, BodyHandler<T> handler) {
        Objects.requireNonNull(handler, "responseBodyHandler");
        return new LogicalRequest<>(request, handler, rules, clock.instant());
    }

    private Retry engine(LogicalRequest<?> sending) {
        return sending.replayable() ? retry : once;
    }

    /** The settings that are not part of the policy. */
    public static final class Builder {
        private final HttpClient client;
        private final RetryPolicy policy;
        private @Nullable RetryListener listener;
        private @Nullable Supplier<String> keys;
        private boolean addsHeaders = true;
        private Set<String> notIdempotent = Set.of();
        private int bufferBytesMax = 1 << 20;
        private final List<RateLimits.Window> windows = new ArrayList<>();
        private HttpTimeouts timeouts = HttpTimeouts.standard();
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

        /**
         * Treats these methods like POST: after an unknown outcome they are repeated only with a key. For servers whose
         * PUT or DELETE has effects beyond the resource, such as a mail for each request.
         */
        public Builder notIdempotent(String... methods) {
            notIdempotent = Stream.of(methods)
                    .map(method -> method.toUpperCase(Locale.ROOT))
                    .collect(Collectors.toUnmodifiableSet());
            return this;
        }

        /**
         * Keeps the bodies of unknown publishers in memory up to this size, so that they can be sent again. 0 to 64 MiB;
         * 1 MiB by default. A larger body is sent once, and 0 sends each as it is published: see {@link ReplayableBody}.
         */
        public Builder bufferBodies(int bytesMax) {
            bufferBytesMax = Bounds.between("bufferBodies", bytesMax, 0, BUFFER_BYTES_MAX);
            return this;
        }

        /**
         * Declares headers of a rate limit beside the usual ones. When no requests of this span remain, none is sent until
         * the reset (seconds, an epoch second or an instant), or for the whole span without a sensible one.
         */
        public Builder rateLimit(Duration span, String remaining, @Nullable String reset) {
            windows.add(new RateLimits.Window(
                    Bounds.positive("rateLimit span", span), Objects.requireNonNull(remaining, "remaining"), reset));
            return this;
        }

        /** Limits single waits of an attempt; {@link HttpTimeouts#standard} by default. */
        public Builder timeouts(HttpTimeouts timeouts) {
            this.timeouts = Objects.requireNonNull(timeouts, "timeouts");
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

        private RequestRules rules() {
            boolean singleWhenNested = policy.nested() == Nesting.SINGLE_ATTEMPT;
            return new RequestRules(
                    policy.maxAttempts(), singleWhenNested, addsHeaders, notIdempotent, keys, bufferBytesMax);
        }

        private RetryBuilder engine(RetryPolicy policy) {
            RetryBuilder engine = Retry.builder(policy).time(time).random(random);
            RetryListener told = listener instanceof HttpRetryListener http ? http.forHttp() : listener;
            return told == null ? engine : engine.listener(told);
        }

        /** Builds the client. */
        public RetryingHttpClient build() {
            return new RetryingHttpClient(this);
        }
    }
}
