package dev.oncemore.retry;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.time.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of one call, shared by blocking and asynchronous calls.
 *
 * <ol>
 *   <li>{@link #admit} before each attempt: deadline, budget, breaker.
 *   <li>{@link #failed} after a failed attempt.
 *   <li>{@link #decide}: stop, or continue after {@link #delayNanos}.
 * </ol>
 *
 * <p>Used by one thread at a time.
 */
final class CallProgress extends CallFacts {
    private final Frame frame;
    private final boolean nested;
    private final long deadlineNanos;
    private final boolean limited;
    /** Whether the call continues on other threads, so that what is known of the caller's was captured. */
    private final boolean elsewhere;
    /** Whether a call that continues elsewhere began inside a transaction. */
    private final boolean beganInTransaction;

    private long ticket;
    private long attemptStartNanos;
    private long delayNanos;
    /** What the waiting retry reserved from the budget; 0 if none did. */
    private int reservedCost;

    /** Creates the progress of a call that stays on this thread. */
    CallProgress(Core core, Safety safety, Frame frame, long nowNanos) {
        this(core, safety, frame, nowNanos, false, false);
    }

    /** Creates the progress of a call that continues on other threads, with the state of this thread captured now. */
    static CallProgress elsewhere(
            Core core,
            Safety safety,
            Frame frame,
            long nowNanos,
            boolean beganInTransaction,
            @Nullable RetryListener listener) {
        CallProgress progress = new CallProgress(core, safety, frame, nowNanos, true, beganInTransaction);
        progress.listener = listener;
        return progress;
    }

    /** Creates the progress of a call whose first attempt, without limits, already ran untracked. */
    static CallProgress later(
            Core core,
            Safety safety,
            boolean nested,
            boolean beganInTransaction,
            long startNanos,
            @Nullable RetryListener listener) {
        CallProgress progress = new CallProgress(
                core, safety, Frame.current(), startNanos, nested, Core.NO_LIMIT, true, beganInTransaction);
        progress.listener = listener;
        return progress;
    }

    /** A limit in force on this thread applies in addition to the policy's own. */
    private CallProgress(
            Core core, Safety safety, Frame frame, long nowNanos, boolean elsewhere, boolean beganInTransaction) {
        this(
                core,
                safety,
                frame,
                nowNanos,
                core.isOwnedByOther(frame),
                Math.min(core.deadlineNanos, frame.remainingNanos()),
                elsewhere,
                beganInTransaction);
    }

    private CallProgress(
            Core core,
            Safety safety,
            Frame frame,
            long nowNanos,
            boolean nested,
            long limitNanos,
            boolean elsewhere,
            boolean beganInTransaction) {
        super(core, safety, nowNanos);
        this.nested = nested;
        this.elsewhere = elsewhere;
        this.beganInTransaction = beganInTransaction;
        this.frame = frame;
        limited = limitNanos != Core.NO_LIMIT;
        deadlineNanos = nowNanos + limitNanos;
    }

    long delayNanos() {
        return delayNanos;
    }

    /** Whether a second copy is safe and may be sent here. */
    boolean mayHedge() {
        return safety.repeatable() && !nested && !beganInTransaction;
    }

    /** The time left until the deadline; {@link Core#NO_LIMIT} without one. */
    long remainingNanos(long nowNanos) {
        return limited ? deadlineNanos - nowNanos : Core.NO_LIMIT;
    }

    /** The time limit of an attempt that starts now. */
    long attemptLimitNanos(long nowNanos) {
        return Math.min(core.attemptTimeoutNanos, remainingNanos(nowNanos));
    }

    /** Continues after the failure of a first attempt that the caller already counted and admitted. */
    void resumeAfterFirst(long admissionTicket) {
        countAttempt(1);
        admitted(admissionTicket);
    }

    /** Continues with a first attempt that the caller already admitted and that has not started. */
    void admitted(long admissionTicket) {
        ticket = admissionTicket;
        attemptStartNanos = startNanos();
    }

    /**
     * Checks deadline and breaker, and spends the retry that {@link #decide} reserved; null if the attempt may start.
     */
    @Nullable
    GaveUp admit() {
        long now = limited || reservedCost > 0 || core.timesAttempts ? core.time.nanoTime() : startNanos();
        attemptStartNanos = now;
        if (remainingNanos(now) <= 0) {
            delayNanos = 0;
            return stop(StopReason.DEADLINE);
        }
        CircuitBreaker breaker = core.guards.breaker();
        if (breaker != null) {
            ticket = breaker.tryAdmit();
            if (ticket == CircuitBreaker.REFUSED) {
                return refused();
            }
        }
        BudgetMeter budget = core.guards.budget();
        if (attempts() == 0 && budget != null) {
            budget.onCall(now);
        }
        return null;
    }

    /** Gives up because the attempt's time limit could not be scheduled; the attempt did not run. */
    GaveUp unscheduled() {
        countAttempt(-1);
        ignoredByBreaker();
        return stop(StopReason.UNSCHEDULED);
    }

    /** Gives up because the breaker refused the caller directly. */
    GaveUp refused() {
        CircuitBreaker breaker = core.guards.breaker();
        delayNanos = breaker == null ? 0 : breaker.refusesForNanos();
        return stop(StopReason.BREAKER);
    }

    /** Gives up because the limiter had no permit for the admitted attempt; it did not run. */
    GaveUp turnedAway() {
        ignoredByBreaker();
        if (limited && remainingNanos(core.time.nanoTime()) <= 0) {
            delayNanos = 0;
            return stop(StopReason.DEADLINE);
        }
        return stop(StopReason.LIMITER);
    }

    /** Takes a permit of the rate limiter; returns the wait for it, or the negative time until there is one. */
    long reserveTurn(RatePermits rate) {
        long now = core.time.nanoTime();
        return rate.reserve(now, Math.min(rate.queueTimeoutNanos(), remainingNanos(now) - 1));
    }

    /**
     * Gives up because the rate limiter had no permit for the admitted attempt in time; it did not run.
     *
     * @param untilNanos when it would have one
     */
    GaveUp overRate(long untilNanos) {
        ignoredByBreaker();
        delayNanos = untilNanos;
        boolean mayWait = core.rate != null && untilNanos <= core.rate.queueTimeoutNanos();
        boolean tooLate = mayWait && untilNanos >= remainingNanos(core.time.nanoTime());
        return stop(tooLate ? StopReason.DEADLINE : StopReason.RATE_LIMITER);
    }

    /** Starts the attempt, which counts from now on. */
    void attemptStarts() {
        countAttempt(1);
        if ((core.guards.gate() != null || core.rate != null) && core.timesAttempts) {
            attemptStartNanos = core.time.nanoTime(); // excludes the wait for a permit
        }
        BudgetMeter budget = core.guards.budget();
        if (reservedCost > 0 && budget != null) {
            budget.spend(core.time.nanoTime(), reservedCost);
            reservedCost = 0;
        }
    }

    boolean limited() {
        return limited;
    }

    void succeeded() {
        long took = core.timesAttempts ? core.time.nanoTime() - attemptStartNanos : 0;
        CircuitBreaker breaker = core.guards.breaker();
        if (breaker != null) {
            breaker.onSuccess(ticket, took);
        }
        emitSuccess();
    }

    /** Records a failure, or a value that counts as one. */
    void failed(@Nullable Throwable thrown, @Nullable Object value, Classification meaning) {
        record(thrown, value, meaning);
        long took = core.timesAttempts ? core.time.nanoTime() - attemptStartNanos : 0;
        CircuitBreaker breaker = core.guards.breaker();
        if (breaker != null) {
            breaker.onFailure(ticket, meaning.kind(), took);
        }
        if (core.listens()) {
            emit(new RetryEvent.AttemptFailed(
                    core.name, core.operation, attempts(), meaning, thrown, Duration.ofNanos(took)));
        }
    }

    /** Records the failure of one copy of an attempt while another still runs. */
    void copyFailed(Classification meaning) {
        noteDoubt(meaning.doubt());
    }

    /** Reports an attempt whose end carries no information about the dependency. */
    void ignoredByBreaker() {
        CircuitBreaker breaker = core.guards.breaker();
        if (breaker != null) {
            breaker.onIgnored(ticket);
        }
    }

    /** Returns why there is no further attempt; null if one follows after {@link #delayNanos}. */
    @Nullable
    GaveUp decide() {
        Classification last = classification();
        if (last == null || !last.retryable()) {
            return stop(StopReason.NOT_RETRYABLE);
        }
        long now = limited || core.guards.budget() != null ? core.time.nanoTime() : 0;
        long remaining = remainingNanos(now);
        if (remaining <= 0) {
            delayNanos = 0;
            return stop(StopReason.DEADLINE);
        }
        if ((mayHaveHappened() || last.needsIdempotency()) && !safety.repeatable()) {
            return stop(StopReason.UNKNOWN_OUTCOME);
        }
        if (nested) {
            return stop(StopReason.NESTED);
        }
        if (attempts() >= core.policy.maxAttempts()) {
            return stop(StopReason.ATTEMPTS);
        }
        if (elsewhere ? beganInTransaction : core.insideTransaction(frame)) {
            return stop(StopReason.TRANSACTION);
        }
        return decideDelay(last, now, remaining);
    }

    private @Nullable GaveUp decideDelay(Classification last, long nowNanos, long remainingNanos) {
        Duration hint = last.suggestedDelay();
        long hintNanos = hint == null ? 0 : Durations.saturatedNanos(hint);
        long backoffNanos = core.backoff.delayNanos(last.kind(), attempts(), delayNanos, core.random);
        delayNanos = Math.max(backoffNanos, hintNanos);
        if (delayNanos >= remainingNanos) {
            return stop(StopReason.DEADLINE);
        }
        if (hintNanos > core.longestHintNanos) {
            return stop(StopReason.HINT);
        }
        CircuitBreaker breaker = core.guards.breaker();
        long refusedNanos = breaker == null ? 0 : breaker.refusesForNanos();
        if (refusedNanos > delayNanos) {
            // The breaker would refuse it after the delay: stop now.
            delayNanos = refusedNanos;
            return stop(StopReason.BREAKER);
        }
        BudgetMeter budget = core.guards.budget();
        if (budget != null) {
            int cost = budget.cost(last.kind());
            if (!budget.tryReserve(nowNanos, cost)) {
                return stop(StopReason.BUDGET);
            }
            reservedCost = cost;
        }
        discardResult();
        if (core.listens()) {
            emit(new RetryEvent.RetryScheduled(
                    core.name, core.operation, attempts() + 1, Duration.ofNanos(delayNanos), last));
        }
        return null;
    }

    /** Ends the call by an interruption, a cancellation or a JVM error, which need no classification. */
    GaveUp endedBy(Throwable thrown, StopReason reason) {
        replaceFailure(thrown);
        return stop(reason);
    }

    /** Ends the call. */
    GaveUp stop(StopReason reason) {
        giveBackReservation();
        boolean waits = (reason == StopReason.BREAKER && delayNanos != CircuitBreaker.UNTIL_CLOSED)
                || reason == StopReason.HINT
                || reason == StopReason.RATE_LIMITER
                || (reason == StopReason.DEADLINE && delayNanos > 0);
        GaveUp facts = gaveUp(
                reason,
                nested ? 1 : core.policy.maxAttempts(),
                waits ? Duration.ofNanos(delayNanos) : null,
                limited ? Duration.ofNanos(remainingNanos(core.time.nanoTime())) : null);
        if (core.listens()) {
            emit(new RetryEvent.Abandoned(facts));
        }
        return facts;
    }

    /** Returns the reservation of a retry that will not take place. */
    void giveBackReservation() {
        BudgetMeter budget = core.guards.budget();
        if (reservedCost > 0 && budget != null) {
            budget.giveBack(reservedCost);
            reservedCost = 0;
        }
    }
}
