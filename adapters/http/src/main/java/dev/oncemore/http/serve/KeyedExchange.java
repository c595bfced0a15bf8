package dev.oncemore.http.serve;

import dev.oncemore.once.Claim;
import dev.oncemore.once.Outcome;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.time.Time;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One request served under a key.
 *
 * <ol>
 *   <li>The servlet runs; its response is held back.
 *   <li>When it ends, on this thread or another, the policy decides whether the response is kept, and the engine
 *       records that.
 *   <li>Then the response is sent to the client; if the claim was lost in the meantime, the client is asked to retry.
 * </ol>
 */
final class KeyedExchange {
    private static final int FIRST_FAILURE = 400;
    private static final Logger LOG = System.getLogger("dev.oncemore.http");

    /** How long work without its own timeout may continue after its client is gone. */
    private static final Duration UNATTENDED_AT_MOST = Duration.ofMinutes(10);

    private final ReadRequest request;
    private final ClientResponse client;
    private final HeldResponse response;
    private final IdempotencySettings settings;
    private final PendingDispatch dispatch;
    /** The headers that components in front of the filter have set. */
    private final Map<String, List<String>> before;

    private final CompletableFuture<StoredResponse> ending = new CompletableFuture<>();
    private final AtomicBoolean delivered = new AtomicBoolean();
    private final AtomicInteger asyncStarts = new AtomicInteger();
    private volatile @Nullable AsyncContext async;
    /** The request that asynchronous work reads. */
    private volatile ServletRequest workRequest;

    private volatile ServletResponse workResponse;
    private volatile boolean completed;
    private volatile boolean timedOut;
    /** The container's thread during an error callback: completing the request there abandons the work. */
    private volatile @Nullable Thread tellsOfError;

    private volatile boolean brokenOff;
    private volatile boolean clientGone;
    private volatile boolean ran;
    private volatile boolean isNew;
    /** Whether an earlier request with this key may have taken effect. */
    private volatile boolean inDoubt;
    /** Whether the servlet responded with a failure although an earlier request may have taken effect. */
    private volatile boolean hidesDoubt;
    /** Whether the servlet's response means that nothing happened; true only while we hold the claim. */
    private volatile boolean saysNo;

    private volatile @Nullable Exception thrown;

    KeyedExchange(
            ReadRequest request, HttpServletResponse client, IdempotencySettings settings, MissingDispatch missing) {
        this.request = request;
        this.client = new ClientResponse(client, this::isToldOfError);
        dispatch = new PendingDispatch(request, this.client, missing);
        before = HeaderLines.of(client);
        this.settings = settings;
        response = new HeldResponse(this.client, settings);
        workRequest = request;
        workResponse = response;
    }

    HeldResponse response() {
        return response;
    }

    /** Whether the servlet was called and produced its own response. */
    boolean ran() {
        return ran;
    }

    /** Whether the key was new. */
    boolean isNew() {
        return isNew;
    }

    /** The effect: the rest of the chain. */
    CompletionStage<StoredResponse> serve(Claim claim, FilterChain chain) {
        ran = true;
        isNew = claim.attempt() == 1;
        inDoubt = claim.inDoubt();
        request.belongsTo(this);
        pass(chain, request, response);
        return ending;
    }

    /** Continues when the container dispatches the request again after asynchronous work. */
    void resume(FilterChain chain, ServletRequest again, ServletResponse held) throws IOException, ServletException {
        dispatch.end();
        if (clientGone) {
            brokenOff = true;
        }
        pass(chain, again, held);
        rethrow();
    }

    private void pass(FilterChain chain, ServletRequest request, ServletResponse response) {
        int before = asyncStarts.get();
        try {
            chain.doFilter(request, response);
        } catch (Exception e) {
            thrown = e;
            conclude();
            return;
        }
        if (asyncStarts.get() == before) {
            conclude();
        }
    }

    /** Classifies the complete response. The engine records the outcome on this thread. */
    private void conclude() {
        if (ending.isDone()) {
            // The container has given up the request: its response must not be touched any more.
            return;
        }
        try {
            ending.complete(outcome());
        } catch (NotRecordedException e) {
            ending.completeExceptionally(e);
        } catch (RuntimeException e) {
            // A policy that throws must not leave the client waiting; the outcome is then unknown.
            ending.completeExceptionally(NotRecordedException.unknown("the response could not be classified: " + e));
        }
    }

    private StoredResponse outcome() {
        if (timedOut) {
            throw NotRecordedException.unknown("the asynchronous work did not end in time");
        }
        if (brokenOff) {
            throw NotRecordedException.unknown("the asynchronous work was abandoned");
        }
        Exception left = thrown;
        if ((left != null && client.isCommitted()) || response.isTruncated()) {
            throw NotRecordedException.unknown("the response was incomplete");
        }
        if (left != null) {
            hidesDoubt = inDoubt;
            NotRecordedException after = outcomeAfter(left);
            saysNo = after.classification().doubt() != Doubt.RAISES;
            throw after;
        }
        int status = client.getStatus();
        ResponseDisposition fate = fate(status);
        saysNo = status >= FIRST_FAILURE && fate != ResponseDisposition.UNKNOWN;
        if (inDoubt && saysNo) {
            hidesDoubt = true;
            throw NotRecordedException.unknown("HTTP " + status + ", which does not cover the earlier request");
        }
        return switch (fate) {
            case KEEP -> response.snapshot(status);
            case RELEASE -> throw NotRecordedException.released("HTTP " + status);
            case UNKNOWN -> throw NotRecordedException.unknown("HTTP " + status);
        };
    }

    /** Never a response to keep: outer components turn the exception into one that is not visible here. */
    private NotRecordedException outcomeAfter(Exception left) {
        boolean nothingHappened = settings.exceptions.meansNothingHappened(left)
                || fate(HttpServletResponse.SC_INTERNAL_SERVER_ERROR) == ResponseDisposition.RELEASE;
        return nothingHappened
                ? NotRecordedException.released(left.toString())
                : NotRecordedException.unknown(left.toString());
    }

    /** Applies the policy, except for the statuses that no policy may keep. */
    private ResponseDisposition fate(int status) {
        return fate(status, settings);
    }

    static ResponseDisposition fate(int status, IdempotencySettings settings) {
        return switch (status) {
            case 401, 403, 429 -> ResponseDisposition.RELEASE;
            default ->
                Objects.requireNonNull(
                        settings.outcomes.of(status),
                        () -> "an outcome policy must not return null, but did for " + status);
        };
    }

    /** Sends the response to the client, unless it is no longer the outcome. */
    void deliver(@Nullable Outcome<StoredResponse> outcome) throws IOException, ServletException {
        if (asyncStarts.get() > 0) {
            deliverLater(outcome);
        } else {
            send(outcome);
        }
    }

    /** As {@link #deliver}, on the thread that ended the work; then completes the request in the container. */
    void deliverLater(@Nullable Outcome<StoredResponse> outcome) {
        try {
            send(outcome);
        } catch (IOException | ServletException | RuntimeException e) {
            // The client is gone, or the servlet threw. The outcome is already recorded.
            LOG.log(Level.DEBUG, "the response could not be sent", e);
        }
        AsyncContext context = async;
        if (context != null && completed && !clientGone) {
            context.complete();
        }
    }

    private void send(@Nullable Outcome<StoredResponse> outcome) throws IOException, ServletException {
        if (!delivered.compareAndSet(false, true)) {
            return;
        }
        dispatch.end();
        // The outcome could not be recorded: another server may have taken over and completed it.
        boolean isUnknown = outcome instanceof Outcome.Unknown && (hidesDoubt || saysNo);
        boolean isReplaced = outcome instanceof Outcome.Deposed || isUnknown;
        if (outcome != null && isReplaced && !client.isCommitted()) {
            logThrown();
            HeaderLines.restart(client, before, IdempotencySettings.SECURITY);
            Replay.of(outcome).write(client, settings);
            return;
        }
        rethrow();
        response.release();
    }

    private void logThrown() {
        if (thrown != null) {
            LOG.log(
                    Level.WARNING,
                    "the servlet threw; the exception is not sent, because another request with this key may have taken effect",
                    thrown);
        }
    }

    private void rethrow() throws IOException, ServletException {
        Exception e = hidesDoubt ? null : thrown;
        if (e instanceof IOException io) {
            throw io;
        }
        if (e instanceof ServletException servlet) {
            throw servlet;
        }
        if (e instanceof RuntimeException unchecked) {
            throw unchecked;
        }
    }

    AsyncContext startAsync(AsyncStart start, ServletRequest asyncRequest, ServletResponse asyncResponse) {
        AsyncContext context = start.start(asyncRequest, asyncResponse);
        completed = false;
        dispatch.end();
        workRequest = asyncRequest;
        workResponse = asyncResponse;
        async = context;
        asyncStarts.incrementAndGet();
        context.addListener(new Watch());
        return held(context);
    }

    AsyncContext held(AsyncContext context) {
        return new HeldAsyncContext(context, workRequest, workResponse, this::complete, dispatch::start);
    }

    /** Called when the application completes its asynchronous work. */
    private void complete() {
        completed = true;
        if (isToldOfError()) {
            brokenOff = true;
        }
        conclude();
    }

    private boolean isToldOfError() {
        return Thread.currentThread().equals(tellsOfError);
    }

    /** Sets a limit for work that would otherwise never end, since its client is gone. */
    private void awaitEnd(long timeoutMillis) {
        Duration limit = timeoutMillis > 0 ? Duration.ofMillis(timeoutMillis) : UNATTENDED_AT_MOST;
        Time.Alarm alarm = settings.time.alarm(
                // Recording may take a while, and the timer's thread is shared.
                limit.toNanos(), () -> ForkJoinPool.commonPool().execute(this::giveUp));
        CompletableFuture<StoredResponse> unused = ending.whenComplete((end, failure) -> alarm.cancel());
    }

    private void giveUp() {
        ending.completeExceptionally(NotRecordedException.unknown("the container gave up the asynchronous work"));
    }

    /** Observes asynchronous work that the container ends itself. */
    private final class Watch implements AsyncListener {
        @Override
        public void onTimeout(AsyncEvent event) {
            timedOut = true;
        }

        @Override
        public void onError(AsyncEvent event) {
            tellsOfError = Thread.currentThread();
            if (event.getThrowable() instanceof IOException && !ending.isDone()) {
                // The client is gone, for example after an HTTP/2 stream reset. The work continues regardless.
                client.leave();
                clientGone = true;
                delivered.set(true);
                awaitEnd(event.getAsyncContext().getTimeout());
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {
            tellsOfError = null;
            delivered.set(true);
            if (!clientGone) {
                dispatch.reportIfMissing();
                giveUp();
            }
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
