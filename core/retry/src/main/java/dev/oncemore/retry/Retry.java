package dev.oncemore.retry;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Retries a call if that is safe and useful, according to a {@link RetryPolicy}. Create one engine per dependency and
 * keep it: it holds the budget, breaker, limiters and latencies. Engines are thread-safe.
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
    final Attempt firstAttempt = Attempt.plain(1, null);

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
     * Creates an engine with a predefined policy: {@code api}, {@code documents}, {@code pipeline},
     * {@code three-retries}, {@code long-job} or {@code aws-2026}.
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

    /** The state of its breaker, budget and limiters. */
    public RetryStatus status() {
        return RetryStatus.of(core);
    }

    /**
     * Opens and closes its circuit breaker by hand.
     *
     * @throws IllegalStateException if the policy has no breaker
     */
    public BreakerSwitch breaker() {
        CircuitBreaker breaker = core.guards.breaker();
        if (breaker == null) {
            throw new IllegalStateException("policy '" + core.name + "' has no breaker; set one to open or close it");
        }
        return new BreakerSwitch(breaker);
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
        // Small on purpose: the JIT inlines it into callers only then.
        return core.plain && !frame.hasDeadline() && safety.key() == null
                ? plainCall(safety, frame, work)
                : guardedCall(safety, frame, work);
    }

    private <T extends @Nullable Object, X extends Exception> T guardedCall(
            Safety safety, Frame frame, AttemptCall<T, X> work) throws X {
        if (core.watchdog != null && WatchedCall.fits(frame)) {
            return WatchedCall.run(this, core.watchdog, safety, frame, work);
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
        if (core.rate != null && !core.rate.tryAcquire(start)) {
            return waitingCall(safety, frame, start, ticket, work);
        }
        T value;
        int depth = frame.depth;
        frame.depth = depth + 1;
        try {
            value = work.call(safety.key() == null ? firstAttempt : Attempt.plain(1, safety.key()));
        } catch (Throwable thrown) {
            frame.depth = depth;
            return resumed(safety, frame, start, ticket, work, thrown, null, null);
        }
        frame.depth = depth;
        Classification judged = core.judge(value);
        if (judged != null) {
            return resumed(safety, frame, start, ticket, work, null, value, judged);
        }
        core.succeededSimply(ticket, start);
        return value;
    }

    /** Continues a call that was admitted and has to wait for the rate limiter. */
    <T extends @Nullable Object, X extends Exception> T waitingCall(
            Safety safety, Frame frame, long startNanos, long ticket, AttemptCall<T, X> work) throws X {
        BlockingCall call = new BlockingCall(core, safety, frame, startNanos);
        return call.valueOf(call.runAdmitted(work, ticket));
    }

    /** Runs only the attempt, and marks it as running. */
    private <T extends @Nullable Object, X extends Exception> T plainCall(
            Safety safety, Frame frame, AttemptCall<T, X> work) throws X {
        T value;
        // Kept in a variable: reading it back from memory would cost more than the rest of a call.
        int depth = frame.depth;
        frame.depth = depth + 1;
        try {
            value = work.call(firstAttempt);
        } catch (Throwable thrown) {
            frame.depth = depth;
            return resumed(safety, frame, 0, 0, work, thrown, null, null);
        }
        frame.depth = depth;
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

    /**
     * As {@link #call(Safety, Call)}, but returns the fallback's value if the dependency is not available. Everything
     * else is thrown as {@code call} throws it, because a fallback would hide it: rejections and other failures that a
     * retry cannot help, bugs, errors, interrupts, and a {@link GaveUpException} in doubt. See
     * {@link GaveUp#allowsFallback}.
     *
     * <pre>{@code
     * Rate rate = rates.callOrElse(Safety.readOnly(), () -> api.rate("EUR"), gaveUp -> yesterday);
     * }</pre>
     */
    public <T extends @Nullable Object, X extends Exception> T callOrElse(
            Safety safety, Call<T, X> work, Function<? super GaveUp, ? extends T> fallback) throws X {
        try {
            return attempt(safety, work);
        } catch (GaveUpException e) {
            if (!e.facts().allowsFallback()) {
                throw e;
            }
            return fallback.apply(e.facts());
        }
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

    /** As {@link #run(Safety, Action)}, but returns the result instead of throwing. Only an {@link Error} is thrown. */
    public CallResult<@Nullable Void> tryRun(Safety safety, Action<?> work) {
        return tryAttempt(safety, work);
    }

    /** As {@link #tryCall(Safety, Call)}, for work that uses its {@link Attempt}. */
    @SuppressWarnings("NullAway") // a call without facts of failure returned its value, which T allows to be null
    public <T extends @Nullable Object> CallResult<T> tryAttempt(Safety safety, AttemptCall<T, ?> work) {
        Frame frame = Frame.current();
        if (hedges(safety)) {
            return HedgedCalls.tryCall(core, safety, work);
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
        if (!core.simpleAsync || frame.hasDeadline()) {
            return AsyncCall.start(core, safety, frame, work);
        }
        long start = core.readsClock ? core.time.nanoTime() : 0;
        long ticket = core.admitSimple(start);
        if (ticket == CircuitBreaker.REFUSED) {
            AsyncCall<T> call = new AsyncCall<>(core, safety, frame, start, work);
            call.refuse();
            return call;
        }
        Attempt first = Attempt.cancellable(1, false, safety.key(), null, 0);
        CompletionStage<T> stage = AsyncAttempt.begin(core, frame, work, first, null, 0);
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
        return callAsync(safety, ThreadedWork.on(Objects.requireNonNull(executor, "executor"), work, core.time));
    }

    /** As {@link #run(Action)}, on a virtual thread or, before JDK 21, a pooled one; or the engine's own executor. */
    public CompletableFuture<@Nullable Void> runAsync(Action<?> work) {
        return runAsync(Safety.undeclared(), work);
    }

    /** As {@link #runAsync(Action)}, and declares how safe it is to repeat the work. */
    public CompletableFuture<@Nullable Void> runAsync(Safety safety, Action<?> work) {
        return runAsync(safety, core.blockingExecutor(), work);
    }

    /** Runs blocking work on threads of this executor; a timeout or cancellation interrupts it. */
    public CompletableFuture<@Nullable Void> runAsync(Safety safety, Executor executor, Action<?> work) {
        return callAsync(safety, executor, work);
    }

    <T extends @Nullable Object, X extends Exception> T fullCall(Safety safety, Frame frame, AttemptCall<T, X> work)
            throws X {
        if (hedges(safety)) {
            return HedgedCalls.call(core, safety, work);
        }
        BlockingCall call = new BlockingCall(core, safety, frame, core.time.nanoTime());
        return call.valueOf(call.run(work));
    }

    <T extends @Nullable Object, X extends Exception> T resumed(
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
        return call.valueOf(call.resume(work, thrown, value, judged, ticket));
    }

    GaveUpException refused(Safety safety, Frame frame, long startNanos) {
        long known = core.readsClock ? startNanos : core.time.nanoTime();
        return GaveUpException.wrapping(new CallProgress(core, safety, frame, known).refused());
    }

    private boolean hedges(Safety safety) {
        return core.hedge != null && safety.repeatable();
    }
}
