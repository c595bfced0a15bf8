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
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One request that is served under a key.
 *
 * <ol>
 *   <li>The servlet runs; what it answers is held back.
 *   <li>When it has ended, on this thread or on another one, the policy says what its answer is worth, and the engine writes
 *       that down.
 *   <li>Then the client gets the answer; one whose claim was lost meanwhile gets told to ask again.
 * </ol>
 */
final class KeyedExchange {
    private static final int FIRST_FAILURE = 400;
    private static final Logger LOG = System.getLogger("dev.oncemore.http");

    /** How long work without a timeout of its own may go on when its client is gone. */
    private static final Duration UNATTENDED_AT_MOST = Duration.ofMinutes(10);

    private final ReadRequest request;
    private final ClientResponse client;
    private final HeldResponse response;
    private final IdempotencySettings settings;
    private final CompletableFuture<Snapshot> ending = new CompletableFuture<>();
    private final AtomicBoolean delivered = new AtomicBoolean();
    private final AtomicInteger asyncStarts = new AtomicInteger();
    private volatile @Nullable AsyncContext async;
    /** What asynchronous work reads and writes. */
    private volatile ServletRequest workRequest;

    private volatile ServletResponse workResponse;
    private volatile boolean completed;
    private volatile boolean timedOut;
    /** The container's thread while it tells of an error: who completes the request there gives the work up. */
    private volatile @Nullable Thread tellsOfError;

    private volatile boolean brokenOff;
    private volatile boolean clientGone;
    private volatile boolean ran;
    private volatile boolean isNew;
    /** Whether an earlier request with this key may have taken effect. */
    private volatile boolean inDoubt;
    /** Whether the servlet answered with a failure, although an earlier request may have taken effect. */
    private volatile boolean hidesDoubt;
    /** Whether the servlet's answer says that nothing happened: true only while the claim was ours. */
    private volatile boolean saysNo;

    private volatile @Nullable Exception thrown;

    KeyedExchange(ReadRequest request, HttpServletResponse client, IdempotencySettings settings) {
        this.request = request;
        this.client = new ClientResponse(client);
        this.settings = settings;
        response = new HeldResponse(this.client, settings);
        workRequest = request;
        workResponse = response;
    }

    HeldResponse response() {
        return response;
    }

    /** Whether the servlet was called, so that there is an answer of its own. */
    boolean ran() {
        return ran;
    }

    /** Whether the key was a new one. */
    boolean isNew() {
        return isNew;
    }

    /** The effect: the rest of the chain. */
    CompletionStage<Snapshot> serve(Claim claim, FilterChain chain) {
        ran = true;
        isNew = claim.attempt() == 1;
        inDoubt = claim.inDoubt();
        request.belongsTo(this);
        pass(chain, request, response);
        return ending;
    }

    /** The container dispatches the request again, after asynchronous work. */
    void resume(FilterChain chain, ServletRequest again, ServletResponse held) throws IOException, ServletException {
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

    /** The answer is complete: what is it worth? Whoever waits for the end writes it down, on this thread. */
    private void conclude() {
        if (ending.isDone()) {
            // The container gave it up before: its response must not be touched any more.
            return;
        }
        try {
            ending.complete(outcome());
        } catch (NotRecordedException e) {
            ending.completeExceptionally(e);
        } catch (RuntimeException e) {
            // A policy that throws must not leave the client waiting, and its answer is worth nothing that is known.
            ending.completeExceptionally(
                    NotRecordedException.unknown("what the response is worth could not be told: " + e));
        }
    }

    private Snapshot outcome() {
        if (timedOut) {
            throw NotRecordedException.unknown("the asynchronous work did not end in time");
        }
        if (brokenOff) {
            throw NotRecordedException.unknown("the asynchronous work was given up");
        }
        Exception left = thrown;
        if ((left != null && client.isCommitted()) || response.isTruncated()) {
            throw NotRecordedException.unknown("the response broke off");
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
            throw NotRecordedException.unknown("HTTP " + status + ", which says nothing about the earlier request");
        }
        return switch (fate) {
            case KEEP -> response.snapshot();
            case RELEASE -> throw NotRecordedException.released("HTTP " + status);
            case UNKNOWN -> throw NotRecordedException.unknown("HTTP " + status);
        };
    }

    /** Never a response to keep: components further out turn the exception into one, which cannot be seen here. */
    private NotRecordedException outcomeAfter(Exception left) {
        boolean nothingHappened = settings.exceptions.meansNothingHappened(left)
                || fate(HttpServletResponse.SC_INTERNAL_SERVER_ERROR) == ResponseDisposition.RELEASE;
        return nothingHappened
                ? NotRecordedException.released(left.toString())
                : NotRecordedException.unknown(left.toString());
    }

    /** By the policy, but for the statuses that no policy may keep. */
    private ResponseDisposition fate(int status) {
        return switch (status) {
            case 401, 403, 429 -> ResponseDisposition.RELEASE;
            default ->
                Objects.requireNonNull(
                        settings.outcomes.of(status),
                        () -> "an outcome policy must answer, but gave null for " + status);
        };
    }

    /** Lets the client have the answer, unless it is not the outcome any more. */
    void deliver(@Nullable Outcome<Snapshot> outcome) throws IOException, ServletException {
        if (asyncStarts.get() > 0) {
            deliverLater(outcome);
        } else {
            send(outcome);
        }
    }

    /** As {@link #deliver}, on whichever thread the work ended; then the container may end the request. */
    void deliverLater(@Nullable Outcome<Snapshot> outcome) {
        try {
            send(outcome);
        } catch (IOException | ServletException | RuntimeException e) {
            // The client is gone, or the servlet threw. What happened is written down.
            LOG.log(Level.DEBUG, "the response could not be sent", e);
        }
        AsyncContext context = async;
        if (context != null && completed && !clientGone) {
            context.complete();
        }
    }

    private void send(@Nullable Outcome<Snapshot> outcome) throws IOException, ServletException {
        if (!delivered.compareAndSet(false, true)) {
            return;
        }
        // An outcome that could not be recorded: another server may have taken over, and done it.
        boolean isUnknown = outcome instanceof Outcome.Unknown && (hidesDoubt || saysNo);
        boolean isReplaced = outcome instanceof Outcome.Deposed || isUnknown;
        if (outcome != null && isReplaced && !client.isCommitted()) {
            logThrown();
            client.reset();
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
                    "the servlet threw; its exception is not sent, because another request with this key may have taken effect",
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
        workRequest = asyncRequest;
        workResponse = asyncResponse;
        async = context;
        asyncStarts.incrementAndGet();
        context.addListener(new Watch());
        return held(context);
    }

    AsyncContext held(AsyncContext context) {
        return new HeldAsyncContext(context, workRequest, workResponse, this::complete);
    }

    /** The application says that its work is done. */
    private void complete() {
        completed = true;
        if (Thread.currentThread().equals(tellsOfError)) {
            brokenOff = true;
        }
        conclude();
    }

    /** Nobody is left who would end work that does not end by itself. */
    private void awaitEnd(long timeoutMillis) {
        Duration limit = timeoutMillis > 0 ? Duration.ofMillis(timeoutMillis) : UNATTENDED_AT_MOST;
        Time.Alarm alarm = settings.time.alarm(
                // Writing it down may take a while, and the timer's thread is everybody's.
                limit.toNanos(), () -> ForkJoinPool.commonPool().execute(this::giveUp));
        CompletableFuture<Snapshot> unused = ending.whenComplete((end, failure) -> alarm.cancel());
    }

    private void giveUp() {
        ending.completeExceptionally(NotRecordedException.unknown("the container gave up the asynchronous work"));
    }

    /** Hears of asynchronous work that the container ends by itself. */
    private final class Watch implements AsyncListener {
        @Override
        public void onTimeout(AsyncEvent event) {
            timedOut = true;
        }

        @Override
        public void onError(AsyncEvent event) {
            tellsOfError = Thread.currentThread();
            if (event.getThrowable() instanceof IOException && !ending.isDone()) {
                // The client is gone, as a reset of an HTTP/2 stream tells. What it asked for happens all the same.
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
                giveUp();
            }
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
