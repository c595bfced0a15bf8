package dev.oncemore.http.serve;

import dev.oncemore.OncemoreException;
import dev.oncemore.once.Finding;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Reconciler;
import dev.oncemore.once.record.Key;
import dev.oncemore.retry.policy.Classifier;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes a request with an {@code Idempotency-Key} once, and replays its response for repetitions. It must run after
 * authentication and authorization, so that a replay requires the same access as the request.
 *
 * <pre>{@code
 * IdempotencyFilter.on(once).register(servletContext, "/payments/*");
 * }</pre>
 *
 * <p>If you register it yourself, map it for {@link DispatcherType#REQUEST}, for {@link DispatcherType#ASYNC} at every
 * path that asynchronous work is dispatched to, and enable asynchronous requests.
 */
public final class IdempotencyFilter implements Filter {
    static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(1);

    private static final Logger LOG = System.getLogger("dev.oncemore.http");
    private static final String ATTRIBUTE = IdempotencyFilter.class.getName();

    private final Once once;
    private final IdempotencySettings settings;
    private final RequestReading reading;
    private final LiveKeys liveKeys;
    private final MissingDispatch missing = new MissingDispatch();
    /** Null when requests run under leases. */
    private final @Nullable ResponseRecorder recorder;

    private IdempotencyFilter(Once once, IdempotencySettings settings, @Nullable ResponseRecorder recorder) {
        this.once = Objects.requireNonNull(once, "once");
        this.recorder = recorder;
        this.settings = Objects.requireNonNull(settings, "settings");
        reading = new RequestReading(settings.requestBytesMax);
        liveKeys = new LiveKeys(settings.liveKeysMax, settings.liveFor, settings.time);
    }

    /** Creates a filter that records outcomes with this engine. */
    public static IdempotencyFilter on(Once once) {
        return on(once, IdempotencySettings.standard());
    }

    /** As {@link #on(Once)}, with your own settings. */
    public static IdempotencyFilter on(Once once, IdempotencySettings settings) {
        return new IdempotencyFilter(once, settings, null);
    }

    /**
     * Creates a filter for effects on the database of the records: the handler of a request runs claim, effect and response
     * in one transaction of its own, see {@link KeyedRequest}. There is no lease: a request that died left nothing behind.
     *
     * <ul>
     *   <li>The rest of the chain runs for repetitions too, so it must have no effect outside that transaction. What it
     *       answers is replaced by the recorded response.
     *   <li>A response without such a transaction, such as a refusal of invalid input, is recorded by the recorder if the
     *       settings keep its status. Responses with 5xx and exceptions are not recorded: their transaction was rolled
     *       back.
     *   <li>Asynchronous requests are refused.
     * </ul>
     */
    public static IdempotencyFilter transactional(Once once, IdempotencySettings settings, ResponseRecorder recorder) {
        return new IdempotencyFilter(once, settings, Objects.requireNonNull(recorder, "recorder"));
    }

    /** Registers it after the existing filters, for these URL patterns. */
    public FilterRegistration.Dynamic register(ServletContext context, String... urlPatterns) {
        FilterRegistration.Dynamic registration = context.addFilter("oncemore-idempotency", this);
        if (registration == null) {
            throw new IllegalStateException(
                    "there is a filter oncemore-idempotency already; register it once with all URL patterns");
        }
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, urlPatterns);
        // Asynchronous work may be dispatched to any path, and its response must pass through here.
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.ASYNC), true, "/*");
        return registration;
    }

    @Override
    public void doFilter(ServletRequest any, ServletResponse anyResponse, FilterChain chain)
            throws IOException, ServletException {
        if (!(any instanceof HttpServletRequest request) || !(anyResponse instanceof HttpServletResponse response)) {
            chain.doFilter(any, anyResponse);
        } else if (request.getAttribute(ATTRIBUTE) instanceof KeyedExchange exchange) {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                exchange.resume(chain, request, response);
            } else {
                chain.doFilter(request, response);
            }
        } else if (request.getDispatcherType() == DispatcherType.REQUEST
                && settings.methods.contains(request.getMethod())) {
            filter(request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        KeyHeader.Found found = KeyHeader.read(Collections.list(request.getHeaders(KeyHeader.NAME)), settings.dialect);
        if (found.key() == null) {
            if (found.problem() != null) {
                refuse(response, Refusal.of(Problem.KEY_MALFORMED, found.problem()));
            } else if (settings.keyRequired.test(request)) {
                refuse(response, Refusal.of(Problem.KEY_MISSING, "this operation requires an Idempotency-Key header"));
            } else {
                chain.doFilter(request, response);
            }
            return;
        }
        Optional<Caller> caller = settings.callers.apply(request);
        if (caller.isEmpty()) {
            refuse(response, Refusal.of(Problem.CALLER_UNKNOWN, "keys belong to a caller; authenticate the request"));
            return;
        }
        Optional<ReadRequest> read = reading.read(request);
        if (read.isEmpty()) {
            String detail = "at most " + settings.requestBytesMax + " bytes can be sent with a key";
            if (!RequestReading.isReadToItsEnd(request) && request.getProtocol().startsWith("HTTP/1")) {
                // The rest of the body would block the next request on the connection, so ask the client to close it.
                response.setHeader("Connection", "close");
            }
            refuse(response, Refusal.of(Problem.REQUEST_TOO_LARGE, detail));
            return;
        }
        Key key = Scopes.of(caller.get(), request).key(found.key());
        if (settings.dialect == KeySyntax.STRIPE) {
            response.setHeader(KeyHeader.NAME, found.key());
        }
        String tenant = caller.get().tenant();
        if (recorder != null) {
            KeyedRequest keyed = new KeyedRequest(key, read.get().payload());
            TransactionalExchange exchange = new TransactionalExchange(keyed, recorder, settings);
            withinCap(tenant, key, response, exchange::isNew, () -> {
                OncemoreException failure = exchange.serve(read.get(), response, chain);
                if (failure != null) {
                    refuseUnavailable(key, response, failure);
                }
            });
        } else {
            KeyedExchange exchange = new KeyedExchange(read.get(), response, settings, missing);
            request.setAttribute(ATTRIBUTE, exchange);
            withinCap(tenant, key, response, exchange::isNew, () -> serve(key, read.get(), response, exchange, chain));
        }
    }

    /** Answers a request whose key may be used. */
    @FunctionalInterface
    private interface Serving {
        void serve() throws IOException, ServletException;
    }

    private void withinCap(String tenant, Key key, HttpServletResponse response, BooleanSupplier isNew, Serving serving)
            throws IOException, ServletException {
        LiveKeys.Place place = liveKeys.tryTake(tenant);
        try {
            if (place == null && !(once.find(key) instanceof Finding.Known)) {
                String detail = "at most " + settings.liveKeysMax + " keys are kept; retry after some have expired";
                refuse(response, Refusal.of(Problem.TOO_MANY_KEYS, detail).retryAfter(liveKeys.untilRoom(tenant)));
                return;
            }
        } catch (OncemoreException e) {
            refuseUnavailable(key, response, e);
            return;
        }
        try {
            serving.serve();
        } finally {
            if (place != null && !isNew.getAsBoolean()) {
                place.giveBack();
            }
        }
    }

    private void serve(
            Key key, ReadRequest request, HttpServletResponse response, KeyedExchange exchange, FilterChain chain)
            throws IOException, ServletException {
        CompletionStage<Outcome<StoredResponse>> stage;
        try {
            stage = operation(key).runAsync(request.payload(), claim -> exchange.serve(claim, chain));
        } catch (OncemoreException e) {
            refuseUnavailable(key, response, e);
            return;
        }
        CompletableFuture<Outcome<StoredResponse>> outcome = stage.toCompletableFuture();
        if (!outcome.isDone()) {
            stage.whenComplete(
                    (ended, failure) -> exchange.deliverLater(failure == null ? ended : unrecorded(failure)));
        } else if (exchange.ran()) {
            exchange.deliver(settled(outcome));
        } else {
            Replay.of(outcome.join()).write(response, settings);
        }
    }

    /** Each route is an operation of its own. */
    private KeyedOperation<StoredResponse> operation(Key key) {
        KeyedOperation<StoredResponse> operation = once.operation(key.scope().operation(), StoredResponse.CODEC)
                .classifier(Classifier.standard()) // what a response means is decided by the filter's own settings
                .build()
                .key(key);
        Reconciler<Void> reconciler = settings.reconciler;
        return reconciler == null
                ? operation
                : operation.whenUnknown(claim -> reconciler.reconcile(claim).withoutValue());
    }

    /** Returns the outcome, or null if it could not be recorded: the client still gets the response. */
    private static @Nullable Outcome<StoredResponse> settled(CompletableFuture<Outcome<StoredResponse>> outcome) {
        try {
            return outcome.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            return unrecorded(e);
        }
    }

    private static @Nullable Outcome<StoredResponse> unrecorded(Throwable failure) {
        LOG.log(Level.WARNING, "a request was served, but its outcome could not be recorded", failure);
        return null;
    }

    private void refuseUnavailable(Key key, HttpServletResponse response, OncemoreException e) throws IOException {
        LOG.log(Level.WARNING, "the record store failed before " + key.scope() + " was served", e);
        refuse(
                response,
                Refusal.of(Problem.STORE_UNAVAILABLE, "the request had no effect; retry with the same key")
                        .retryAfter(ASK_AGAIN_AFTER));
    }

    private void refuse(HttpServletResponse response, Refusal refusal) throws IOException {
        refusal.write(response, settings.dialect, settings.documentation);
    }
}
