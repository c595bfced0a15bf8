package dev.oncemore.http.client;

import dev.oncemore.http.HttpClassifications;
import dev.oncemore.http.RemainingTime;
import dev.oncemore.http.RetryHeaders;
import dev.oncemore.retry.Attempt;
import dev.oncemore.retry.OuterRetry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Classification;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One logical request: the parts that all its attempts share, and the request of each attempt. Created on the caller's
 * thread.
 */
final class LogicalRequest<T extends @Nullable Object> {
    static final String IDEMPOTENCY_KEY = RetryHeaders.IDEMPOTENCY_KEY;
    static final String RETRY_COUNT = RetryHeaders.RETRY_COUNT;
    static final String ORIGINAL_REQUEST_AT = RetryHeaders.ORIGINAL_REQUEST_AT;

    private static final Set<String> READING_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "QUERY");
    private static final Set<String> IDEMPOTENT_METHODS = Set.of("PUT", "DELETE");

    private final HttpRequest request;
    private final BodyHandler<T> handler;
    private final RequestRules rules;
    private final int maxAttempts;
    private final Instant startedAt;
    private final boolean replayable;
    /** Reads the body of an unknown publisher; null if it is sent as it is. */
    private final @Nullable BufferedBody buffered;

    private final @Nullable String generatedKey;
    private final Safety safety;
    /** Whether this client, or a caller of it, repeats the request if it fails. */
    private final boolean isRepeatedFromHere;

    LogicalRequest(HttpRequest request, BodyHandler<T> handler, RequestRules rules, Instant startedAt) {
        this.request = request;
        this.handler = handler;
        this.rules = rules;
        this.startedAt = startedAt;
        boolean isNested = OuterRetry.isPresent();
        buffered = isNested && rules.singleWhenNested() ? null : buffered(request, rules);
        replayable = buffered != null || ReplayableBody.isKnown(request.bodyPublisher());
        maxAttempts = replayable ? rules.maxAttempts() : 1;
        Safety byMethod = byMethod(request.method().toUpperCase(Locale.ROOT), rules.notIdempotent());
        String given = givenKey(request);
        Supplier<String> keys = rules.keys();
        generatedKey = given == null && !byMethod.repeatable() && keys != null ? keys.get() : null;
        String key = given != null ? given : generatedKey;
        safety = key != null ? Safety.keyed(RetryHeaders.keyIn(key)) : byMethod;
        // A request that is repeated only after some failures leaves the others to the services behind.
        boolean repeats = maxAttempts > 1 && safety.repeatable();
        isRepeatedFromHere = rules.addsHeaders() && (repeats || isNested);
    }

    /** A body is kept only if it is not known to be replayable, may be sent again, and may fit. */
    private static @Nullable BufferedBody buffered(HttpRequest request, RequestRules rules) {
        BodyPublisher body = request.bodyPublisher().orElse(null);
        if (body == null
                || rules.maxAttempts() == 1
                || ReplayableBody.isKnown(body)
                || body.contentLength() > rules.bufferBytesMax()
                || rules.bufferBytesMax() == 0) {
            return null;
        }
        return new BufferedBody(body, rules.bufferBytesMax());
    }

    /** The same request with a body that is sent once. */
    LogicalRequest<T> sentOnce(BodyPublisher body) {
        HttpRequest copy = HttpRequest.newBuilder(request, (name, value) -> true)
                .method(request.method(), body)
                .build();
        String key = generatedKey;
        RequestRules once = new RequestRules(
                1, true, rules.addsHeaders(), rules.notIdempotent(), key == null ? null : () -> key, 0);
        return new LogicalRequest<>(copy, handler, once, startedAt);
    }

    private static Safety byMethod(String method, Set<String> notIdempotent) {
        if (notIdempotent.contains(method)) {
            return Safety.undeclared();
        }
        if (READING_METHODS.contains(method)) {
            return Safety.readOnly();
        }
        return IDEMPOTENT_METHODS.contains(method) ? Safety.idempotent() : Safety.undeclared();
    }

    private static @Nullable String givenKey(HttpRequest request) {
        List<String> given = request.headers().allValues(IDEMPOTENCY_KEY);
        if (given.size() > 1) {
            throw new IllegalArgumentException(
                    "a request has one " + IDEMPOTENCY_KEY + ", but this one has " + given.size());
        }
        return given.isEmpty() ? null : given.get(0);
    }

    Safety safety() {
        return safety;
    }

    URI uri() {
        return request.uri();
    }

    /** The reader of the body; null if it is sent as it is. */
    @Nullable
    BufferedBody buffered() {
        return buffered;
    }

    /** Ends reading the body, because the call has ended. */
    void abandonBody() {
        if (buffered != null) {
            buffered.abandon();
        } else if (request.bodyPublisher().orElse(null) instanceof ContinuedBody unsent) {
            unsent.abandon();
        }
    }

    /** Whether the body, if any, can be sent again. */
    boolean replayable() {
        return replayable;
    }

    /** Returns the request of this attempt, with this body if it was read: the caller's own if there is nothing to add. */
    HttpRequest request(Attempt attempt, @Nullable BodyPublisher body) {
        Duration remaining = rules.addsHeaders() ? remaining(attempt) : null;
        boolean retry = rules.addsHeaders() && attempt.isRetry();
        if (remaining == null && !retry && generatedKey == null && !isRepeatedFromHere && body == null) {
            return request;
        }
        HttpRequest.Builder copy = HttpRequest.newBuilder(
                request,
                (name, value) ->
                        !name.equalsIgnoreCase(RemainingTime.HEADER) && !(retry && name.equalsIgnoreCase(RETRY_COUNT)));
        if (body != null) {
            copy.method(request.method(), body);
        }
        if (generatedKey != null) {
            copy.setHeader(IDEMPOTENCY_KEY, generatedKey);
        }
        if (isRepeatedFromHere) {
            copy.setHeader(RetryHeaders.RETRY_OWNER, RetryHeaders.CALLER);
        }
        if (remaining != null) {
            copy.setHeader(RemainingTime.HEADER, RemainingTime.format(remaining));
        }
        if (retry) {
            copy.setHeader(RETRY_COUNT, Integer.toString(attempt.number() - 1));
            if (request.headers().firstValue(ORIGINAL_REQUEST_AT).isEmpty()) {
                copy.setHeader(
                        ORIGINAL_REQUEST_AT,
                        startedAt.truncatedTo(ChronoUnit.MILLIS).toString());
            }
        }
        return copy.build();
    }

    /** The time limit of this attempt; null if there is none. */
    private @Nullable Duration remaining(Attempt attempt) {
        Duration engine = attempt.remaining();
        Optional<Duration> own = request.timeout();
        if (own.isPresent() && own.get().compareTo(engine) < 0) {
            return own.get();
        }
        return engine.equals(Attempt.UNLIMITED) ? null : engine;
    }

    /** Creates the handler of one attempt. */
    Receiving receiving(Attempt attempt) {
        return new Receiving(attempt);
    }

    /**
     * Withholds a body from the caller's handler while another attempt may follow or an earlier one may be in doubt.
     */
    final class Receiving implements BodyHandler<T> {
        private final Attempt attempt;
        private volatile @Nullable HeldBody<T> held;

        private Receiving(Attempt attempt) {
            this.attempt = attempt;
        }

        @Override
        public BodySubscriber<T> apply(ResponseInfo info) {
            held = null;
            Classification classification = HttpClassifications.of(info.statusCode(), Optional.empty());
            if (classification == null || !(mayBeRetried(classification) || mayBeWithheld())) {
                return handler.apply(info);
            }
            HeldBody<T> body = new HeldBody<>(handler, info);
            held = body;
            return body;
        }

        Reply<T> reply(HttpResponse<T> response) {
            return new Reply<>(response, held);
        }

        private boolean mayBeRetried(Classification classification) {
            return attempt.number() < maxAttempts
                    && classification.retryable()
                    && (safety.repeatable() || !classification.needsIdempotency());
        }

        private boolean mayBeWithheld() {
            return attempt.isRetry() && !safety.isReadOnly();
        }
    }
}
