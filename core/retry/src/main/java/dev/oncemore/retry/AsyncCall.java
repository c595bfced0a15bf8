package dev.oncemore.retry;

import dev.oncemore.retry.policy.Classification;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A call that holds no thread while it waits, and the future returned to its caller.
 *
 * <ol>
 *   <li>{@link #next} starts attempts sequentially, never recursively, however quickly they end.
 *   <li>An attempt reports once, to {@link #attemptSucceeded} or {@link #attemptFailed}.
 *   <li>A failure ends the call or sets an alarm that leads back to 1.
 *   <li>The step is what the call currently waits for. If the caller completes the future first, the step is cancelled
 *       and none follows.
 * </ol>
 *
 * <p>It is also the callback of an adopted first attempt, because each call would allocate one.
 */
final class AsyncCall<T extends @Nullable Object> extends SteppedFuture<T>
        implements BiFunction<T, @Nullable Throwable, Boolean> {
    @SuppressWarnings("rawtypes") // an updater knows the class only
    private static final AtomicIntegerFieldUpdater<AsyncCall> STARTS =
            AtomicIntegerFieldUpdater.newUpdater(AsyncCall.class, "starts");

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<AsyncCall, @Nullable CallProgress> PROGRESS =
            AtomicReferenceFieldUpdater.newUpdater(AsyncCall.class, CallProgress.class, "progress");

    private final Core core;
    private final AsyncWork<T> work;
    private final Safety safety;
    private final boolean nested;
    private final boolean beganInTransaction;
    private final long startNanos;
    /** The listener for this call, determined on the caller's thread. */
    private final @Nullable RetryListener listener;
    /** The breaker's ticket for an adopted first attempt. */
    private long firstTicket;
    /** The adopted first attempt, while it runs. */
    private @Nullable Attempt first;

    private @Nullable CompletionStage<T> firstStage;
    /** Null until needed: an adopted first attempt usually succeeds without it. */
    private volatile @Nullable CallProgress progress;
    /** The number of requested starts; the first requester performs them all. */
    @SuppressWarnings("unused") // used through the updater
    private volatile int starts;

    /** Why there is no value; null as long as one is possible. */
    private volatile @Nullable GaveUp gaveUp;

    AsyncCall(Core core, Safety safety, Frame frame, long nowNanos, AsyncWork<T> work) {
        this.core = core;
        this.work = work;
        this.safety = safety;
        nested = core.isOwnedByOther(frame);
        beganInTransaction = core.insideTransaction(frame);
        startNanos = nowNanos;
        listener = core.listenerFor(safety);
        if (!core.simpleAsync || frame.hasDeadline()) {
            progress = CallProgress.elsewhere(core, safety, frame, nowNanos, beganInTransaction, listener);
        }
    }

    static <T extends @Nullable Object> AsyncCall<T> start(Core core, Safety safety, Frame frame, AsyncWork<T> work) {
        AsyncCall<T> call = new AsyncCall<>(core, safety, frame, core.time.nanoTime(), work);
        call.next();
        return call;
    }

    /** Adopts a first attempt, without limits, that was admitted and started elsewhere. */
    void adopt(Attempt attempt, CompletionStage<T> started, long ticket) {
        firstTicket = ticket;
        first = attempt;
        firstStage = started;
        holdFirst();
        try {
            CompletionStage<Boolean> unused = started.handle(this);
        } catch (Throwable broken) {
            apply(null, broken);
        }
    }

    /** The end of the adopted attempt. */
    @Override
    public Boolean apply(@Nullable T value, @Nullable Throwable thrown) {
        Classification judged = thrown == null ? core.judge(value) : null;
        boolean good = thrown == null && judged == null;
        if (good && listener == null && !core.hasBreaker()) {
            // Nobody is to be told first, so the end itself decides between this attempt and the caller.
            end(value);
        } else if (!releaseFirst()) {
            Discards.discard(core, value);
            core.emit(listener, new RetryEvent.LateOutcome(core.name, core.operation, 1, good));
        } else if (good) {
            core.succeededSimply(firstTicket, startNanos, listener);
            end(value);
        } else {
            forgetFirst();
            attemptFailed(thrown == null ? null : Failures.unwrap(thrown), value, judged);
        }
        return good;
    }

    @Override
    void cancelFirst() {
        Attempt attempt = first;
        CompletionStage<T> stage = firstStage;
        if (attempt != null && stage != null) {
            Discards.runCancelHooks(core, attempt);
            Discards.cancel(core, stage);
        }
        progress().ignoredByBreaker();
    }

    /** Lets go of the adopted attempt and what its hooks hold. */
    private void forgetFirst() {
        first = null;
        firstStage = null;
    }

    private void end(@Nullable T value) {
        if (endWith(value)) {
            forgetFirst();
        } else {
            Discards.discard(core, value);
        }
    }

    /** Ends a call that the breaker refused elsewhere. */
    void refuse() {
        progress = CallProgress.elsewhere(core, safety, Frame.current(), startNanos, beganInTransaction, listener);
        giveUp(progress().refused());
    }

    CallProgress progress() {
        CallProgress known = progress;
        if (known != null) {
            return known;
        }
        CallProgress made = CallProgress.later(core, safety, nested, beganInTransaction, startNanos, listener);
        made.resumeAfterFirst(firstTicket);
        return PROGRESS.compareAndSet(this, null, made) ? made : progress();
    }

    @Nullable
    GaveUp gaveUp() {
        return gaveUp;
    }

    /** Starts the next attempt; a start requested during another start is left to the thread performing that one. */
    void next() {
        if (STARTS.getAndIncrement(this) > 0) {
            return;
        }
        do {
            guarded(this::startAttempt);
        } while (STARTS.decrementAndGet(this) > 0);
    }

    /** Completes the future even if the engine itself fails. */
    void guarded(Runnable action) {
        try {
            action.run();
        } catch (Throwable t) {
            broke(t);
        }
    }

    private void broke(Throwable t) {
        try {
            gaveUp = progress().endedBy(t, StopReason.NOT_RETRYABLE);
        } finally {
            endWithFailure(t);
        }
    }

    private void startAttempt() {
        if (isDone()) {
            progress().giveBackReservation();
            return;
        }
        GaveUp refusal = progress().admit();
        if (refusal != null) {
            giveUp(refusal);
        } else if (core.guards.gate() == null && core.rate == null) {
            launch();
        } else {
            AsyncPermits.acquire(core, this);
        }
    }

    /** Starts the attempt, which holds its permits. */
    void launch() {
        progress().attemptStarts();
        AsyncAttempt<T> attempt = new AsyncAttempt<>(core, this, work);
        hold(attempt);
        try {
            attempt.limit();
        } catch (Throwable noTimer) {
            ConcurrencyLimiter gate = core.guards.gate();
            if (gate != null) {
                gate.leave();
            }
            giveUp(progress().unscheduled());
            return;
        }
        attempt.start();
    }

    /** Called when the running attempt returned a wanted value. */
    void attemptSucceeded(@Nullable T value) {
        progress().succeeded();
        end(value);
    }

    /** Called when the running attempt threw, or returned a value that counts as a failure. */
    void attemptFailed(@Nullable Throwable thrown, @Nullable T value, @Nullable Classification judged) {
        try {
            handleFailure(thrown, value, judged);
        } catch (Throwable t) {
            broke(t);
        }
    }

    private void handleFailure(@Nullable Throwable thrown, @Nullable T value, @Nullable Classification judged) {
        StopReason atOnce = thrown == null ? null : Failures.endsAtOnce(thrown);
        if (thrown != null && atOnce != null) {
            progress().ignoredByBreaker();
            GaveUp facts = progress().endedBy(thrown, atOnce);
            gaveUp = facts;
            GaveUpException.note(facts, thrown);
            endWithFailure(thrown);
            return;
        }
        progress().failed(thrown, value, core.classification(thrown, judged));
        GaveUp facts = progress().decide();
        if (facts != null) {
            giveUp(facts);
        } else if (progress().delayNanos() == 0) {
            next();
        } else {
            await(progress().delayNanos());
        }
    }

    private void await(long delayNanos) {
        if (!pause(new Backoff(), delayNanos)) {
            giveUp(progress().stop(StopReason.UNSCHEDULED));
        }
    }

    /** Holds a step that ends with an alarm; returns false if the timer accepts none and the call must end. */
    boolean pause(PauseStep step, long delayNanos) {
        hold(step);
        try {
            step.set(core.time, delayNanos);
        } catch (Throwable e) {
            return !release(step);
        }
        if (isDone()) {
            step.cancelAlarm();
        }
        return true;
    }

    /** Waits for the next attempt. */
    private final class Backoff extends PauseStep {
        @Override
        public void run() {
            if (release(this)) {
                dispatch(AsyncCall.this::next);
            }
        }

        @Override
        void cancelled() {
            progress().giveBackReservation();
        }
    }

    /** Leaves the timer's thread, because user code may follow. Returns false if the call ended instead. */
    boolean dispatch(Runnable action) {
        try {
            core.executor.execute(action);
            return true;
        } catch (Throwable e) {
            giveUp(progress().stop(StopReason.UNSCHEDULED));
            return false;
        }
    }

    @SuppressWarnings("unchecked") // the result in the facts is what the attempt returned
    void giveUp(GaveUp facts) {
        gaveUp = facts;
        boolean passes = progress().passes(facts);
        if (passes && facts.failure() == null) {
            endWith((T) facts.result());
        } else {
            endWithFailure(Failures.thrown(facts, passes));
        }
    }

    /** Ends the call because the waiting caller was interrupted; returns null if the call had already ended. */
    @Nullable
    GaveUp interrupted(InterruptedException interruption) {
        return endWithFailure(interruption) ? abandon(interruption, StopReason.INTERRUPTED) : null;
    }

    @Override
    void endedByCaller() {
        GaveUp unused = abandon(null, StopReason.CANCELLED);
    }

    private GaveUp abandon(@Nullable Throwable cause, StopReason reason) {
        Step last = endSteps();
        // No attempt starts from here on, so the running one, if any, is known.
        GaveUp facts = progress().endedElsewhere(cause, reason);
        core.emit(listener, new RetryEvent.Abandoned(facts));
        cancelStep(last);
        return facts;
    }
}
