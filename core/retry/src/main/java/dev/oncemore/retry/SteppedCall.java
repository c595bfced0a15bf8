package dev.oncemore.retry;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.time.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A call whose attempts run elsewhere: the decisions of an engine without its threads, for simulations. It uses the
 * engine's own budget, breaker, limiters, clock and random source, so that it decides as {@link Retry#call} does.
 *
 * <pre>{@code
 * SteppedCall call = SteppedCall.of(engine, Safety.readOnly());
 * if (call.start(() -> {}) == SteppedCall.Start.STARTED) {
 *     boolean again = call.failed(Classification.throttled("429"));   // after call.delayNanos(), start again
 * }
 * }</pre>
 *
 * <ol>
 *   <li>{@link #start} before each attempt; the attempt may take {@link #limitNanos}.
 *   <li>{@link #succeeded} or {@link #failed} after it. A timeout is a failure whose outcome is unknown.
 *   <li>After a failure, {@link #start} again after {@link #delayNanos}, or the end with {@link #gaveUp}.
 * </ol>
 *
 * <p>Used by one thread at a time.
 */
public final class SteppedCall {
    /** The limit of an attempt that may take for ever, and the delay of a second copy that is never sent. */
    public static final long NEVER = Core.NO_LIMIT;

    /** What became of a start. */
    public enum Start {
        /** The attempt runs from now on. */
        STARTED,
        /** The attempt waits for a limiter, which runs the given task at the end of the wait. */
        WAITING,
        /** The call has ended; {@link #gaveUp} has the reason. */
        REFUSED
    }

    private final Core core;
    private final CallProgress progress;
    private @Nullable GaveUp gaveUp;
    private long startNanos;
    private int permits;
    /** What the failure of the first of two copies meant; null without one. */
    private @Nullable Classification ofCopy;

    private SteppedCall(Core core, CallProgress progress) {
        this.core = core;
        this.progress = progress;
    }

    /** A call that is under no other. */
    public static SteppedCall of(Retry engine, Safety safety) {
        return within(engine, safety, NEVER, false);
    }

    /**
     * A call inside another one.
     *
     * @param remainingNanos the time that the outer call has left; {@link #NEVER} if it has no deadline or did not tell it
     * @param isOwned whether an outer engine owns the retries
     */
    public static SteppedCall within(Retry engine, Safety safety, long remainingNanos, boolean isOwned) {
        Core core = engine.core;
        Frame frame = new Frame();
        frame.depth = isOwned ? 1 : 0;
        long now = core.time.nanoTime();
        if (remainingNanos != NEVER) {
            Frame.Saved unused = frame.enter(core.time, now + remainingNanos);
        }
        return new SteppedCall(core, new CallProgress(core, safety, frame, now));
    }

    /**
     * Starts the next attempt, unless deadline, breaker or limiters refuse it.
     *
     * @param afterWait runs after a wait for a limiter; {@link #gaveUp} then tells whether the attempt has started
     */
    public Start start(Runnable afterWait) {
        gaveUp = progress.admit();
        if (gaveUp != null) {
            return Start.REFUSED;
        }
        ConcurrencyLimiter gate = core.guards.gate();
        if (gate != null) {
            if (!gate.tryEnter()) {
                return queue(gate, afterWait);
            }
            permits++;
        }
        return awaitTurn(afterWait);
    }

    private Start queue(ConcurrencyLimiter gate, Runnable afterWait) {
        long waitNanos = Math.min(gate.queueTimeoutNanos(), progress.remainingNanos(core.time.nanoTime()));
        ConcurrencyLimiter.Waiter waiter = waitNanos <= 0 ? null : gate.tryQueue();
        if (waiter == null) {
            gaveUp = progress.turnedAway();
            return Start.REFUSED;
        }
        Time.Alarm alarm = core.time.alarm(waitNanos, () -> gate.abandon(waiter));
        var unused = waiter.thenAccept(granted -> {
            alarm.cancel();
            if (!granted) {
                gaveUp = progress.turnedAway();
                afterWait.run();
                return;
            }
            permits++;
            if (awaitTurn(afterWait) != Start.WAITING) {
                afterWait.run();
            }
        });
        return Start.WAITING;
    }

    private Start awaitTurn(Runnable afterWait) {
        RatePermits rate = core.rate;
        long waitNanos = rate == null ? 0 : progress.reserveTurn(rate);
        if (rate == null || waitNanos == 0) {
            begin();
            return Start.STARTED;
        }
        if (waitNanos < 0) {
            leave();
            gaveUp = progress.overRate(-waitNanos);
            return Start.REFUSED;
        }
        Time.Alarm unused = core.time.alarm(waitNanos, () -> {
            rate.arrive();
            begin();
            afterWait.run();
        });
        return Start.WAITING;
    }

    private void begin() {
        progress.attemptStarts();
        startNanos = core.guards.latency() == null ? 0 : core.time.nanoTime();
    }

    /** The time limit of an attempt that starts now; {@link #NEVER} without one. */
    public long limitNanos() {
        return progress.attemptLimitNanos(core.time.nanoTime());
    }

    /** When to send a second copy of the attempt that started; {@link #NEVER} for not at all. */
    public long hedgeAfterNanos() {
        Hedge hedge = core.hedge;
        LatencyPercentile latency = core.guards.latency();
        if (hedge == null || latency == null || !progress.mayHedge()) {
            return NEVER;
        }
        Duration fixed = hedge.after();
        if (fixed != null) {
            return fixed.toNanos();
        }
        return latency.samples() >= hedge.warmUp() ? latency.nanos() : NEVER;
    }

    /** Pays for the second copy; returns false if the budget or a limiter does not allow it. */
    public boolean tryHedge() {
        BudgetMeter budget = core.guards.budget();
        long now = core.time.nanoTime();
        int cost = budget == null ? 0 : budget.cost(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
        if (budget != null && !budget.tryReserve(now, cost)) {
            return false;
        }
        boolean entered = enterAtOnce(now);
        if (budget != null && entered) {
            budget.spend(now, cost);
        } else if (budget != null) {
            budget.giveBack(cost);
        }
        return entered;
    }

    private boolean enterAtOnce(long nowNanos) {
        ConcurrencyLimiter gate = core.guards.gate();
        if (gate != null && !gate.tryEnter()) {
            return false;
        }
        if (core.rate != null && !core.rate.tryAcquire(nowNanos)) {
            if (gate != null) {
                gate.leave();
            }
            return false;
        }
        permits += gate == null ? 0 : 1;
        return true;
    }

    /** Ends one of two copies with a failure, while the other still runs. */
    public void copyFailed(Classification meaning) {
        ConcurrencyLimiter gate = core.guards.gate();
        if (gate != null) {
            permits--;
            gate.leave();
        }
        ofCopy = meaning;
    }

    /** Ends the call with a success. */
    public void succeeded() {
        leave();
        LatencyPercentile latency = core.guards.latency();
        if (latency != null) {
            latency.add(core.time.nanoTime() - startNanos);
        }
        progress.succeeded();
    }

    /** Ends the attempt with a failure; returns whether another one follows after {@link #delayNanos}. */
    public boolean failed(Classification meaning) {
        leave();
        if (ofCopy != null) {
            progress.copyFailed(ofCopy);
            ofCopy = null;
        }
        progress.failed(null, null, meaning);
        gaveUp = progress.decide();
        return gaveUp == null;
    }

    /** The wait before the next attempt. */
    public long delayNanos() {
        return progress.delayNanos();
    }

    /** The number of attempts that have started. */
    public int attempts() {
        return progress.attempts();
    }

    /** Why the call ended without a success; null as long as it has not. */
    public @Nullable GaveUp gaveUp() {
        return gaveUp;
    }

    private void leave() {
        ConcurrencyLimiter gate = core.guards.gate();
        for (; gate != null && permits > 0; permits--) {
            gate.leave();
        }
    }
}
