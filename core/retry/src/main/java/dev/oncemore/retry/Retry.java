package dev.oncemore.retry;

import dev.oncemore.internal.Rethrow;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Retries a call if that is safe and useful, according to a {@link RetryPolicy}. Create one engine per dependency and
 * keep it: it holds the budget, breaker, limiter and latencies. Engines are thread-safe.
 *
 * <pre>{@code
 * private final Retry bank = Retry.preset("api");
 *
 * Balance balance = bank.call(() -> api.balance(account));
 * Receipt receipt = bank.attempt(Safety.keyed(key), attempt -> api.charge(order, key, attempt.remaining()));
 * }</pre>
 *
 * <p>When a call fails for good:
 *
 * <ul>
 *   <li>a failure that is not retryable passes through as thrown, checked or not, and so does a returned value that
 *       represents such a failure, unless an earlier attempt may have taken effect;
 *   <li>anything else becomes a {@link GaveUpException} with the last failure as its cause.
 * </ul>
 */
public final class Retry {
    /** The operation of calls that are made on the engine itself. */
    public static final String DEFAULT_OPERATION = "default";

    final Core core;
    private final Operations operations;
    private final Attempt firstAttempt = Attempt.plain(1, null);

    Retry(RetryBuilder builder) {
        core = new Core(builder);
        operations = new Operations(this);
    }

    /** Creates the view of an engine under another label. */
    Retry(Core core, Operations operations) {
        this.core = core;
        this.operations = operations;
    }

    /**
     * Creates an engine with a predefined policy: {@code api}, {@code documents}, {@code pipeline} or {@code longJob}.
     */
    public static Retry preset(String name) {
        return of(RetryPolicy.preset(name));
    }

    /** Creates an engine for this policy. */
    public static Retry of(RetryPolicy policy) {
        return builder(policy).build();
    }

    /** Starts an engine with its own listener, clock or executor. */
    public static RetryBuilder builder(RetryPolicy policy) {
        return new RetryBuilder(policy);
    }

    /** The engine's policy. */
    public RetryPolicy policy() {
        return core.policy;
    }

    /**
     * Returns this engine under another label: events, and thus meters, log lines and spans, name this operation. All
     * operations share the budget, breaker, limiter and latencies of the engine. Views are made once and kept.
     *
     * <pre>{@code
     * private final Retry charge = bank.operation("charge");
     * }</pre>
     *
     * @param name 1 to 100 characters, from code rather than data: from the 101st name on, the label is {@code other},
     *     which is logged once
     */
    public Retry operation(String name) {
        return operations.get(name);
    }

    /** The operation that labels its calls; {@link #DEFAULT_OPERATION} for the engine itself. */
    public String operation() {
        return core.operation;
    }

    /** The state of its breaker, budget and limiter. */
    public RetryStatus status() {
        return RetryStatus.of(core);
    }

    /** Calls on this thread. A lost reply is not retried, because the call is not declared safe to repeat. */
    public <T extends @Nullable Object, X extends Exception> T call(Call<T, X> work) throws X {
        return call(Safety.undeclared(), work);
    }

    /** As {@link #call(Call)}, for work that uses its {@link Attempt}: its number, the remaining time, the key. */
    public <T extends @Nullable Object, X extends Exception> T attempt(AttemptCall<T, X> work) throws X {
        return attempt(Safety.undeclared(), work);
    }

    /** Calls on this thread, and declares how safe it is to repeat the call. */
    public <T extends @Nullable Object, X extends Exception> T call(Safety safety, Call<T, X> work) throws X {
        return attempt(safety, work);
    }

    /** As {@link #call(Safety, Call)}, for work that uses its {@link Attempt}. */
    public <T extends @Nullable Object, X extends Exception> T attempt(Safety safety, AttemptCall<T, X> work) throws X {
        Frame frame = Frame.current();
        if (core.plain && !frame.hasDeadline() && safety.key() == null) {
            return plainCall(safety, frame, work);
        }
        if (!core.simple || frame.hasDeadline()) {
            return fullCall(safety, frame, work);
        }
        // The success path: no allocation, no lock, and a clock reading only where a limit needs one.
        long start = core.readsClock ? core.time.nanoTime() : 0;
        long ticket = core.admitSimple(start);
        if (ticket == CircuitBreaker.REFUSED) {
            throw refused(safety, frame, start);
        }
        T value;
        frame.depth++;
        try {
            value = work.call(safety.key() == null ? firstAttempt : Attempt.plain(1, safety.key()));
        } catch (Throwable thrown) {
            frame.depth--;
            return resumed(safety, frame, start, ticket, work, thrown, null, null);
        }
        frame.depth--;
        Classification judged = core.judge(value);
        if (judged != null) {
            return resumed(safety, frame, start, ticket, work, null, value, judged);
        }
        core.succeededSimply(ticket, start);
        return value;
    }

    /** Runs only the attempt, and marks it as running. */
    private <T extends @Nullable Object, X extends Exception> T plainCall(
            Safety safety, Frame frame, AttemptCall<T, X> work) throws X {
        T value;
        frame.depth++;
        try {
            value = work.call(firstAttempt);
        } catch (Throwable thrown) {
            frame.depth--;
            return resumed(safety, frame, 0, 0, work, thrown, null, null);
        }
        frame.depth--;
        return value;
    }

    /** Runs on this thread; see {@link #call(Call)}. */
    public <X extends Exception> void run(Action<X> work) throws X {
        attempt(Safety.undeclared(), work);
    }

    /** Runs on this thread, and declares how safe it is to repeat the work. */
    public <X extends Exception> void run(Safety safety, Action<X> work) throws X {
        attempt(safety, work);
    }

    /** As {@link #call(Call)}, but returns the result instead of throwing. Only an {@link Error} is thrown. */
    public <T extends @Nullable Object> CallResult<T> tryCall(Call<T, ?> work) {
        return tryCall(Safety.undeclared(), work);
    }

    /** As {@link #tryCall(Call)}, for work that uses its {@link Attempt}. */
    public <T extends @Nullable Object> CallResult<T> tryAttempt(AttemptCall<T, ?> work) {
        return tryAttempt(Safety.undeclared(), work);
    }

    /** As {@link #call(Safety, Call)}, but returns the result instead of throwing. Only an {@link Error} is thrown. */
    public <T extends @Nullable Object> CallResult<T> tryCall(Safety safety, Call<T, ?> work) {
        return tryAttempt(safety, work);
    }

    /** As {@link #tryCall(Safety, Call)}, for work that uses its {@link Attempt}. */
    @SuppressWarnings("NullAway") // a call without facts of failure returned its value, which T allows to be null
    public <T extends @Nullable Object> CallResult<T> tryAttempt(Safety safety, AttemptCall<T, ?> work) {
        Frame frame = Frame.current();
        if (hedges(safety)) {
            return hedgedOutcome(safety, work);
        }
        BlockingCall call = new BlockingCall(core, safety, frame, core.time.nanoTime());
        T value = call.run(work);
        GaveUp gaveUp = call.gaveUp();
        return gaveUp != null
                ? new CallResult.Failure<>(gaveUp)
                : new CallResult.Success<>(value, call.attempts(), Duration.ofNanos(call.elapsedNanos()));
    }

    /** Calls without holding a thread. Cancelling the future cancels the running attempt, and no further one starts. */
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(AsyncWork<T> work) {
        return callAsync(Safety.undeclared(), work);
    }

    /** As {@link #callAsync(AsyncWork)}, and declares how safe it is to repeat the call. */
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(Safety safety, AsyncWork<T> work) {
        Frame frame = Frame.current();
        if (!core.simple || frame.hasDeadline()) {
            return startAsync(safety, frame, work);
        }
        long start = core.readsClock ? core.time.nanoTime() : 0;
        long ticket = core.admitSimple(start);
        if (ticket == CircuitBreaker.REFUSED) {
            AsyncCall<T> call = new AsyncCall<>(core, safety, frame, start, work);
            call.refuse();
            return call;
        }
        Attempt first = Attempt.cancellable(1, false, safety.key(), null, 0);
        CompletionStage<T> stage = AsyncAttempt.begin(core, work, first, null, 0);
        if (stage instanceof CompletableFuture<T> future && future.isDone() && !future.isCompletedExceptionally()) {
            T value = future.join();
            if (core.judge(value) == null) {
                core.succeededSimply(ticket, start);
                return CompletableFuture.completedFuture(value);
            }
        }
        AsyncCall<T> call = new AsyncCall<>(core, safety, frame, start, work);
        call.adopt(first, stage, ticket);
        return call;
    }

    /** Runs blocking work on threads of this executor; a timeout or cancellation interrupts it. */
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Safety safety, Executor executor, AttemptCall<T, ?> work) {
        return callAsync(safety, threaded(Objects.requireNonNull(executor, "executor"), work));
    }

    private <T extends @Nullable Object> AsyncWork<T> threaded(Executor executor, AttemptCall<T, ?> work) {
        return attempt -> {
            ThreadedWork<T> threaded = new ThreadedWork<>(work, attempt, core.time);
            executor.execute(threaded);
            return threaded;
        };
    }

    private <T extends @Nullable Object> AsyncCall<T> startAsync(Safety safety, Frame frame, AsyncWork<T> work) {
        AsyncCall<T> call = new AsyncCall<>(core, safety, frame, core.time.nanoTime(), work);
        call.next();
        return call;
    }

    private <T extends @Nullable Object, X extends Exception> T fullCall(
            Safety safety, Frame frame, AttemptCall<T, X> work) throws X {
        if (hedges(safety)) {
            return hedgedCall(safety, work);
        }
        BlockingCall call = new BlockingCall(core, safety, frame, core.time.nanoTime());
        return valueOf(call, call.run(work));
    }

    private <T extends @Nullable Object, X extends Exception> T resumed(
            Safety safety,
            Frame frame,
            long startNanos,
            long ticket,
            AttemptCall<T, X> work,
            @Nullable Throwable thrown,
            @Nullable T value,
            @Nullable Classification judged)
            throws X {
        long known = core.readsClock ? startNanos : core.time.nanoTime();
        BlockingCall call = new BlockingCall(core, safety, frame, known);
        return valueOf(call, call.resume(work, thrown, value, judged, ticket));
    }

    private GaveUpException refused(Safety safety, Frame frame, long startNanos) {
        long known = core.readsClock ? startNanos : core.time.nanoTime();
        return GaveUpException.wrapping(new CallProgress(core, safety, frame, known).refused());
    }

    @SuppressWarnings({"NullAway", "unchecked"}) // null and the unwanted value are what the call itself returned
    private static <T extends @Nullable Object, X extends Exception> T valueOf(BlockingCall call, @Nullable T value)
            throws X {
        GaveUp gaveUp = call.gaveUp();
        if (gaveUp != null && call.returnsUnwanted(gaveUp)) {
            return (T) gaveUp.result();
        }
        if (gaveUp != null) {
            throw Rethrow.<X>as(call.thrown(gaveUp));
        }
        return value;
    }

    private boolean hedges(Safety safety) {
        return core.hedge != null && safety.repeatable();
    }

    /**
     * Runs both copies on other threads while the caller waits: hedging needs a second thread, and a caller that can
     * abandon a slow copy.
     */
    private <T extends @Nullable Object, X extends Exception> T hedgedCall(Safety safety, AttemptCall<T, X> work)
            throws X {
        AsyncCall<T> call = hedgedAsync(safety, work);
        GaveUp interrupted = awaitOrInterrupt(call);
        if (interrupted != null) {
            throw GaveUpException.wrapping(interrupted);
        }
        try {
            return call.join();
        } catch (CompletionException e) {
            throw Rethrow.<X>as(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    private <T extends @Nullable Object> CallResult<T> hedgedOutcome(Safety safety, AttemptCall<T, ?> work) {
        AsyncCall<T> call = hedgedAsync(safety, work);
        GaveUp interrupted = awaitOrInterrupt(call);
        GaveUp gaveUp = interrupted != null ? interrupted : call.gaveUp();
        if (gaveUp != null && gaveUp.failure() instanceof Error error) {
            throw error;
        }
        Duration elapsed = Duration.ofNanos(call.progress().elapsedNanos());
        return gaveUp != null
                ? new CallResult.Failure<>(gaveUp)
                : new CallResult.Success<>(call.join(), call.progress().attempts(), elapsed);
    }

    /** Waits for the end of the call. If this thread is interrupted first, cancels the call and returns its facts. */
    private static @Nullable GaveUp awaitOrInterrupt(AsyncCall<?> call) {
        try {
            Object unused = call.handle((value, failure) -> Boolean.TRUE).get();
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a stage that handles every outcome never fails", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return call.interrupted(e);
        }
    }

    private <T extends @Nullable Object> AsyncCall<T> hedgedAsync(Safety safety, AttemptCall<T, ?> work) {
        Executor threads = core.ownExecutor != null ? core.ownExecutor : Workers.blocking();
        return startAsync(safety, Frame.current(), threaded(threads, work));
    }
}
