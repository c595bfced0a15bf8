package dev.oncemore.retry;

import dev.oncemore.internal.Rethrow;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.time.Time;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A call on the caller's own thread: attempts, and sleeps between them. */
final class BlockingCall {
    private final Core core;
    private final Frame frame;
    private final CallProgress progress;
    private boolean interruptedInside;
    private @Nullable GaveUp gaveUp;

    BlockingCall(Core core, Safety safety, Frame frame, long nowNanos) {
        this.core = core;
        this.frame = frame;
        progress = new CallProgress(core, safety, frame, nowNanos);
    }

    /** Why there is no value; null as long as one is possible. */
    @Nullable
    GaveUp gaveUp() {
        return gaveUp;
    }

    int attempts() {
        return progress.attempts();
    }

    long elapsedNanos() {
        return progress.elapsedNanos();
    }

    /** Whether the caller receives the unwanted value of the last attempt. */
    boolean returnsUnwanted(GaveUp facts) {
        return facts.failure() == null && progress.passes(facts);
    }

    /** Returns the exception to throw when there is no value. */
    Throwable thrown(GaveUp facts) {
        // An interruption passes through, unless it carries the classification of an inner engine, which does not know
        // our doubt.
        boolean hidesDoubt = facts.mayHaveHappened()
                && facts.failure() instanceof Classified known
                && known.classification().doubt() != Doubt.RAISES;
        return Failures.thrown(facts, (interruptedInside && !hidesDoubt) || progress.passes(facts));
    }

    /** Continues after a failed first attempt that was made elsewhere. */
    <T extends @Nullable Object> @Nullable T resume(
            AttemptCall<T, ?> work,
            @Nullable Throwable thrown,
            @Nullable T value,
            @Nullable Classification judged,
            long ticket) {
        progress.resumeAfterFirst(ticket);
        return awaitRetryAfter(thrown, value, judged) ? run(work) : null;
    }

    /** Continues with a first attempt that was admitted elsewhere, and for which the rate limiter had no permit. */
    <T extends @Nullable Object> @Nullable T runAdmitted(AttemptCall<T, ?> work, long ticket) {
        progress.admitted(ticket);
        return started(awaitTurn()) ? run(work, true) : null;
    }

    /** Returns the value, or null with {@link #gaveUp} set. */
    <T extends @Nullable Object> @Nullable T run(AttemptCall<T, ?> work) {
        return run(work, false);
    }

    private <T extends @Nullable Object> @Nullable T run(AttemptCall<T, ?> work, boolean alreadyStarted) {
        for (boolean started = alreadyStarted || enter(); started; started = enter()) {
            Throwable thrown = null;
            T value = null;
            try {
                value = attempt(work);
            } catch (Throwable t) {
                thrown = t;
            } finally {
                leave();
            }
            Classification judged = thrown == null ? core.judge(value) : null;
            if (thrown == null && judged == null) {
                progress.succeeded();
                return value;
            }
            if (!awaitRetryAfter(thrown, value, judged)) {
                return null;
            }
        }
        return null;
    }

    /** Passes deadline, budget, breaker and limiters; returns false with {@link #gaveUp} set. */
    private boolean enter() {
        GaveUp refusal = progress.admit();
        ConcurrencyLimiter gate = core.guards.gate();
        if (refusal == null && gate != null && !gate.tryEnter()) {
            refusal = queue(gate);
        }
        if (refusal == null && core.rate != null) {
            refusal = awaitTurn();
            if (refusal != null) {
                leave();
            }
        }
        return started(refusal);
    }

    private boolean started(@Nullable GaveUp refusal) {
        gaveUp = refusal;
        if (refusal == null) {
            progress.attemptStarts();
        }
        return refusal == null;
    }

    private void leave() {
        ConcurrencyLimiter gate = core.guards.gate();
        if (gate != null) {
            gate.leave();
        }
    }

    /** Waits for a permit; null if one was granted. */
    private @Nullable GaveUp queue(ConcurrencyLimiter gate) {
        long waitNanos = Math.min(gate.queueTimeoutNanos(), progress.remainingNanos(core.time.nanoTime()));
        ConcurrencyLimiter.Waiter waiter = waitNanos <= 0 ? null : gate.tryQueue();
        if (waiter == null) {
            return progress.turnedAway();
        }
        Time.Alarm alarm = core.alarmOrNow(waitNanos, () -> gate.abandon(waiter));
        try {
            return waiter.get() ? null : progress.turnedAway();
        } catch (InterruptedException e) {
            if (!gate.abandon(waiter)) {
                gate.leave();
            }
            progress.ignoredByBreaker();
            Thread.currentThread().interrupt();
            return progress.endedBy(e, StopReason.INTERRUPTED);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a limiter's waiter never completes exceptionally", e);
        } finally {
            alarm.cancel();
        }
    }

    /** Waits for a permit of the rate limiter; null if there was one. */
    private @Nullable GaveUp awaitTurn() {
        RatePermits rate = core.rate;
        if (rate == null) {
            return null;
        }
        long waitNanos = progress.reserveTurn(rate);
        if (waitNanos < 0) {
            return progress.overRate(-waitNanos);
        }
        if (waitNanos == 0) {
            return null;
        }
        try {
            core.time.sleep(waitNanos);
            return null;
        } catch (InterruptedException e) {
            progress.ignoredByBreaker();
            Thread.currentThread().interrupt();
            return progress.endedBy(e, StopReason.INTERRUPTED);
        } finally {
            rate.arrive();
        }
    }

    private <T extends @Nullable Object> T attempt(AttemptCall<T, ?> work) throws Throwable {
        boolean unlimited = core.attemptTimeoutNanos == Core.NO_LIMIT && !progress.limited();
        if (!unlimited) {
            return limitedAttempt(work);
        }
        frame.depth++;
        try {
            return work.call(Attempt.plain(progress.attempts(), progress.key()));
        } finally {
            frame.depth--;
        }
    }

    private <T extends @Nullable Object> T limitedAttempt(AttemptCall<T, ?> work) throws Throwable {
        long now = core.time.nanoTime();
        long limitNanos = progress.attemptLimitNanos(now);
        Attempt attempt = Attempt.cancellable(progress.attempts(), false, progress.key(), core.time, now + limitNanos);
        Interrupter interrupter = Interrupter.running();
        Interrupter outer = frame.interrupter;
        Time.Alarm alarm = limit(limitNanos, interrupter, attempt);
        Frame.Saved saved = frame.enter(core.time, now + limitNanos);
        frame.depth++;
        frame.interrupter = interrupter;
        try {
            return work.call(attempt);
        } catch (Exception e) {
            throw interrupter.end() ? AttemptTimeoutException.unlessAnswer(core, limitNanos, e) : e;
        } finally {
            frame.depth--;
            saved.restore();
            alarm.cancel();
            // A late value is still valid: discarding it would only invite a second effect.
            interrupter.end();
            frame.interrupter = outer;
            if (outer != null && outer.fired()) {
                Thread.currentThread().interrupt(); // restore the caller's, cleared together with ours
            }
        }
    }

    private Time.Alarm limit(long limitNanos, Interrupter interrupter, Attempt attempt) {
        try {
            return core.time.alarm(limitNanos, () -> {
                if (interrupter.interrupt()) {
                    Discards.runCancelHooks(core, attempt);
                }
            });
        } catch (RejectedExecutionException e) {
            throw new NoTimer(e);
        }
    }

    /** Records the failure and waits for the next attempt; returns false with {@link #gaveUp} set. */
    private boolean awaitRetryAfter(
            @Nullable Throwable thrown, @Nullable Object value, @Nullable Classification judged) {
        if (thrown instanceof Error error) {
            progress.ignoredByBreaker();
            GaveUpException.note(progress.endedBy(error, StopReason.NOT_RETRYABLE), error);
            throw error;
        }
        if (thrown != null && Failures.isInterruption(thrown) && !(thrown instanceof AttemptTimeoutException)) {
            progress.ignoredByBreaker();
            Thread.currentThread().interrupt();
            interruptedInside = true;
            gaveUp = progress.endedBy(thrown, StopReason.INTERRUPTED);
            return false;
        }
        if (thrown instanceof NoTimer) {
            gaveUp = progress.unscheduled();
            return false;
        }
        progress.failed(thrown, value, core.classification(thrown, judged));
        gaveUp = progress.decide();
        return gaveUp == null && waited();
    }

    private boolean waited() {
        try {
            core.time.sleep(progress.delayNanos());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            gaveUp = progress.endedBy(e, StopReason.INTERRUPTED);
            return false;
        }
    }

    /** Thrown if the timer accepts no alarm: the work does not start, because nothing could end it. */
    private static final class NoTimer extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoTimer(Throwable cause) {
            super(null, cause, false, false);
        }
    }

    /** The value of the ended call, or its exception thrown. */
    @SuppressWarnings({"NullAway", "unchecked"}) // null and the unwanted value are what the call itself returned
    <T extends @Nullable Object, X extends Exception> T valueOf(@Nullable T value) throws X {
        GaveUp facts = gaveUp();
        if (facts != null && returnsUnwanted(facts)) {
            return (T) facts.result();
        }
        if (facts != null) {
            throw Rethrow.<X>as(thrown(facts));
        }
        return value;
    }
}
