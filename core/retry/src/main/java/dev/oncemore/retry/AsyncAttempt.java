package dev.oncemore.retry;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an asynchronous call: usually one copy of the work, two when it is hedged.
 *
 * <ol>
 *   <li>The first copy starts; alarms are set for the timeout and for the second copy.
 *   <li>It is settled once: by the first success, the failure of the last copy, the timeout or the caller.
 *   <li>The thread that settles it cancels the remaining copies and reports to the call.
 *   <li>A copy keeps its limiter permit until it has really ended, settled or not.
 * </ol>
 */
final class AsyncAttempt<T extends @Nullable Object> extends SteppedFuture.Step {
    private final Core core;
    private final AsyncCall<T> call;
    private final AsyncWork<T> work;
    private final CallProgress progress;
    private final int number;
    private final long startNanos;
    private final long limitNanos;

    /** The fields below change under this object's lock, and no longer once it is settled. */
    private volatile @Nullable Copy<T> first;

    private volatile @Nullable Copy<T> second;
    private volatile Time.@Nullable Alarm timeoutAlarm;
    private volatile Time.@Nullable Alarm hedgeAlarm;
    private int running;
    /** The classification of the first failed copy; null while there is none. */
    private @Nullable Classification copyVerdict;

    private boolean settled;

    AsyncAttempt(Core core, AsyncCall<T> call, AsyncWork<T> work) {
        this.core = core;
        this.call = call;
        this.work = work;
        progress = call.progress();
        number = progress.attempts();
        boolean clocked = core.hedge != null || core.attemptTimeoutNanos != Core.NO_LIMIT || progress.limited();
        startNanos = clocked ? core.time.nanoTime() : 0;
        limitNanos = progress.attemptLimitNanos(startNanos);
    }

    /** Sets the timeout. If the timer rejects it, the exception reaches the caller and nothing has started. */
    void limit() {
        if (limitNanos != Core.NO_LIMIT) {
            Time.Alarm alarm = core.time.alarm(limitNanos, this::expire);
            synchronized (this) {
                timeoutAlarm = alarm;
                if (!settled) {
                    return;
                }
            }
            alarm.cancel();
        }
    }

    void start() {
        long hedgeNanos = hedgeDelayNanos();
        if (hedgeNanos < limitNanos) {
            try {
                setHedge(core.time.alarm(hedgeNanos, () -> core.executeOrNow(this::hedge)));
            } catch (RejectedExecutionException e) {
                core.hookFailed("timer", e);
            }
        }
        startCopy(false);
    }

    /** Ends the work on the timer's own thread, because the executor may be busy with this very work. */
    private void expire() {
        if (settle()) {
            cancelAllBut(null);
            core.executeOrNow(this::timedOut);
        }
    }

    /** When to send the second copy; {@link Core#NO_LIMIT} for never. */
    private long hedgeDelayNanos() {
        Hedge hedge = core.hedge;
        LatencyPercentile latency = core.guards.latency();
        if (hedge == null || latency == null || !progress.mayHedge()) {
            return Core.NO_LIMIT;
        }
        Duration fixed = hedge.after();
        if (fixed != null) {
            return fixed.toNanos();
        }
        return latency.samples() >= hedge.warmUp() ? latency.nanos() : Core.NO_LIMIT;
    }

    private void setHedge(Time.Alarm alarm) {
        synchronized (this) {
            hedgeAlarm = alarm;
            if (!settled) {
                return;
            }
        }
        alarm.cancel();
    }

    private void startCopy(boolean second) {
        Time time = limitNanos == Core.NO_LIMIT ? null : core.time;
        Copy<T> copy = new Copy<>(Attempt.cancellable(number, second, progress.key(), time, startNanos + limitNanos));
        if (!register(copy)) {
            leaveGate();
            return;
        }
        watch(copy, begin(core, Frame.current(), work, copy.attempt, time, startNanos + limitNanos));
    }

    /** Runs the user's starter; any misbehaviour becomes a failed stage. */
    static <T extends @Nullable Object> CompletionStage<T> begin(
            Core core, Frame frame, AsyncWork<T> work, Attempt attempt, @Nullable Time time, long endNanos) {
        Frame.Saved saved = time == null ? null : frame.enter(time, endNanos);
        frame.depth++;
        try {
            CompletionStage<T> stage = work.start(attempt);
            return stage != null
                    ? stage
                    : failed(new IllegalStateException(
                            core.name + ": the asynchronous work returned null instead of a CompletionStage"));
        } catch (Throwable t) {
            return failed(t);
        } finally {
            frame.depth--;
            if (saved != null) {
                saved.restore();
            }
        }
    }

    private static <T extends @Nullable Object> CompletionStage<T> failed(Throwable failure) {
        return CompletableFuture.failedFuture(failure);
    }

    private synchronized boolean register(Copy<T> copy) {
        if (settled) {
            return false;
        }
        if (first == null) {
            first = copy;
        } else {
            second = copy;
        }
        running++;
        return true;
    }

    private void watch(Copy<T> copy, CompletionStage<T> stage) {
        boolean tooLate;
        synchronized (this) {
            copy.stage = stage;
            tooLate = settled;
        }
        if (tooLate) {
            Discards.cancel(core, stage);
        }
        try {
            // Not whenComplete: that would make the JDK wrap each failure once more, with a stack trace.
            CompletionStage<Boolean> unused = stage.handle((value, thrown) -> {
                ended(copy, value, thrown == null ? null : Failures.unwrap(thrown));
                return Boolean.TRUE;
            });
        } catch (Throwable broken) {
            // A custom stage that accepts no callbacks: its end cannot be observed.
            ended(copy, null, broken);
        }
    }

    private void ended(Copy<T> copy, @Nullable T value, @Nullable Throwable thrown) {
        leaveGate();
        Classification judged = thrown == null ? core.judge(value) : null;
        boolean good = thrown == null && judged == null;
        Classification meaning = core.hedge == null || thrown == null ? judged : meaningOf(thrown);
        boolean late;
        boolean another;
        Classification ofOther;
        synchronized (this) {
            running--;
            late = settled;
            another = !late && !good && running > 0;
            settled |= !another;
            ofOther = copyVerdict;
            copyVerdict = meaning;
        }
        if (another) {
            Discards.discard(core, value);
            return;
        }
        if (late) {
            Discards.discard(core, value);
            progress.emit(new RetryEvent.LateOutcome(core.name, core.operation, number, good));
            return;
        }
        cancelAllBut(copy);
        if (good) {
            LatencyPercentile latency = core.guards.latency();
            if (latency != null) {
                latency.add(core.time.nanoTime() - startNanos);
            }
            call.attemptSucceeded(value);
        } else {
            if (ofOther != null) {
                progress.copyFailed(ofOther);
            }
            call.attemptFailed(thrown, value, meaning);
        }
    }

    /** The classification of a failed copy, possibly needed before the attempt has ended. */
    private Classification meaningOf(Throwable thrown) {
        return Failures.endsAtOnce(thrown) == null
                ? core.classify(thrown)
                : Classification.unknownOutcome("the attempt was cut short");
    }

    private void timedOut() {
        call.attemptFailed(new AttemptTimeoutException(core.limitKind(limitNanos), limitNanos, null), null, null);
    }

    /** Sends the second copy if the budget and the limiters allow it. */
    private void hedge() {
        synchronized (this) {
            if (settled) {
                return;
            }
        }
        BudgetMeter budget = core.guards.budget();
        long now = core.time.nanoTime();
        // The first copy is slow, and its outcome as unknown as that of a timeout.
        int cost = budget == null ? 0 : budget.cost(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
        if (budget != null && !budget.tryReserve(now, cost)) {
            return;
        }
        if (!enterAtOnce(now)) {
            if (budget != null) {
                budget.giveBack(cost);
            }
            return;
        }
        if (budget != null) {
            budget.spend(now, cost);
        }
        progress.emit(new RetryEvent.Hedged(core.name, core.operation, number, Duration.ofNanos(now - startNanos)));
        startCopy(true);
    }

    /** Takes the permits of the second copy, which waits for none. */
    private boolean enterAtOnce(long nowNanos) {
        ConcurrencyLimiter gate = core.guards.gate();
        if (gate != null && !gate.tryEnter()) {
            return false;
        }
        if (core.rate != null && !core.rate.tryAcquire(nowNanos)) {
            leaveGate();
            return false;
        }
        return true;
    }

    /** Called when the caller ends the call. */
    @Override
    void cancel() {
        if (settle()) {
            cancelAllBut(null);
            progress.ignoredByBreaker();
        }
    }

    private synchronized boolean settle() {
        boolean first = !settled;
        settled = true;
        return first;
    }

    private void cancelAllBut(@Nullable Copy<T> winner) {
        cancel(timeoutAlarm);
        cancel(hedgeAlarm);
        cancelUnless(winner, first);
        cancelUnless(winner, second);
    }

    private static void cancel(Time.@Nullable Alarm alarm) {
        if (alarm != null) {
            alarm.cancel();
        }
    }

    private void cancelUnless(@Nullable Copy<T> winner, @Nullable Copy<T> copy) {
        if (copy != null && !Identity.same(copy, winner)) {
            Discards.runCancelHooks(core, copy.attempt);
            CompletionStage<T> stage = copy.stage;
            if (stage != null) {
                Discards.cancel(core, stage);
            }
        }
    }

    private void leaveGate() {
        ConcurrencyLimiter gate = core.guards.gate();
        if (gate != null) {
            gate.leave();
        }
    }

    /** One run of the work; the stage is null while the user's starter runs. */
    private static final class Copy<T extends @Nullable Object> {
        final Attempt attempt;
        volatile @Nullable CompletionStage<T> stage;

        Copy(Attempt attempt) {
            this.attempt = attempt;
        }
    }
}
