package dev.oncemore.retry;

import dev.oncemore.By;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.retry.policy.TimeoutKind;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A policy unpacked for speed, with the state that its calls share. Calls into user code go through here. */
final class Core implements Cloneable {
    static final long NO_LIMIT = Long.MAX_VALUE;

    private static final Logger LOG = System.getLogger("dev.oncemore.retry");

    final RetryPolicy policy;
    final String name;
    /** The label of its calls; set once, before the view is published. */
    String operation = Retry.DEFAULT_OPERATION;

    final Backoff backoff;
    final long attemptTimeoutNanos;
    final long deadlineNanos;
    final long longestHintNanos;
    final boolean singleWhenNested;
    final @Nullable Hedge hedge;
    final Guards guards;
    private final @Nullable BudgetMeter budget;
    private final @Nullable CircuitBreaker breaker;
    final @Nullable RatePermits rate;
    final Time time;
    final RandomGenerator random;
    final Executor executor;
    private final @Nullable Executor ownExecutor;
    /**
     * Whether an attempt needs at most one clock reading, a count, a breaker check and a permit of the rate limiter, and
     * has no time limit.
     */
    final boolean simple;
    /** Whether that holds for asynchronous attempts, which start at once. */
    final boolean simpleAsync;
    /** The time limit of a call's first attempt. */
    final long firstLimitNanos;
    /** Ends first attempts that need no more than that and have a time limit; null if alarms do. */
    final @Nullable Watchdog watchdog;
    /** Whether an attempt needs none of these. */
    final boolean plain;
    /** Whether a call reads the clock when it starts. */
    final boolean readsClock;
    /** Whether the duration of attempts is used. */
    final boolean timesAttempts;

    final boolean judgesResults;

    private final Classifier classifier;
    private final @Nullable RetryListener listener;
    private final @Nullable BooleanSupplier transactionProbe;
    private final AtomicLong hookFailures = new AtomicLong();
    /** The last one, shared by calls that fail alike: in an outage a million may wait. Racy, but immutable. */
    private @Nullable Classification lastClassification;

    Core(RetryBuilder builder) {
        policy = builder.policy;
        name = policy.name();
        backoff = policy.backoff();
        attemptTimeoutNanos = policy.attemptTimeout().map(Duration::toNanos).orElse(NO_LIMIT);
        deadlineNanos = policy.deadline().map(Duration::toNanos).orElse(NO_LIMIT);
        longestHintNanos = policy.longestHint().toNanos();
        singleWhenNested = policy.nested() == Nesting.SINGLE_ATTEMPT;
        hedge = policy.hedge().orElse(null);
        classifier = policy.classifier();
        judgesResults = classifier.judgesResults();
        time = builder.time;
        random = builder.random;
        ownExecutor = builder.executor;
        executor = ownExecutor != null ? ownExecutor : Workers.starting();
        listener = builder.listener;
        transactionProbe = builder.transactionProbe;
        guards = builder.shared != null ? builder.shared : Guards.of(policy, time, this::breakerChanged);
        budget = guards.budget();
        breaker = guards.breaker();
        rate = guards.rate();
        timesAttempts = listener != null || hedge != null || (breaker != null && breaker.timesCalls());
        firstLimitNanos = Math.min(attemptTimeoutNanos, deadlineNanos);
        boolean limited = firstLimitNanos != NO_LIMIT;
        readsClock = timesAttempts || guards.budget() != null || rate != null || limited;
        boolean lean = guards.gate() == null && hedge == null && (breaker == null || !breaker.timesCalls());
        simple = lean && !limited;
        simpleAsync = simple && rate == null;
        watchdog = lean && limited && firstLimitNanos >= Watchdog.LIMIT_NANOS_MIN ? builder.watchdog() : null;
        if (watchdog != null) {
            watchdog.expect(firstLimitNanos);
        }
        plain = simple && !readsClock && breaker == null && !judgesResults;
    }

    /** Runs blocking work of asynchronous calls. */
    Executor blockingExecutor() {
        return ownExecutor != null ? ownExecutor : Workers.blocking();
    }

    /** Returns a view with another label, which shares everything else, also what is added to this class later. */
    Core labelled(String label) {
        try {
            Core view = (Core) clone();
            view.operation = label;
            return view;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("this class can be cloned", e);
        }
    }

    Classification classify(Throwable failure) {
        try {
            Throwable real = Failures.unwrap(failure);
            if (real instanceof Error) {
                return Classification.programmerError(described(real));
            }
            Classification classification = classifier.classify(real);
            if (classification != null) {
                return classification;
            }
            return Classification.programmerError("the classifier returned null for " + described(failure));
        } catch (Throwable e) {
            hookFailed("classifier", e);
            if (!Identity.same(e, failure)) {
                failure.addSuppressed(e);
            }
            return Classification.programmerError(
                    "the classifier threw " + described(e) + " for " + described(failure));
        }
    }

    /** The failure's own description, unless its {@code toString} throws as well. */
    private static String described(Throwable failure) {
        try {
            return String.valueOf(failure);
        } catch (Throwable mute) {
            return failure.getClass().getName();
        }
    }

    /** Returns the classification of a failed attempt, computing it if needed. */
    Classification classification(@Nullable Throwable thrown, @Nullable Classification judged) {
        if (judged != null) {
            return judged;
        }
        return thrown != null
                ? shared(classify(thrown))
                : Classification.permanent("the attempt failed without an exception or a classification");
    }

    private Classification shared(Classification fresh) {
        Classification last = lastClassification;
        if (last != null && last.equals(fresh)) {
            return last;
        }
        lastClassification = fresh;
        return fresh;
    }

    /** Which limit an attempt of this length would hit; a timeout that is as long as the deadline adds nothing to it. */
    TimeoutKind limitKind(long limitNanos) {
        return limitNanos == attemptTimeoutNanos && attemptTimeoutNanos < deadlineNanos
                ? TimeoutKind.REQUEST
                : TimeoutKind.TOTAL;
    }

    /** Sets an alarm; if the timer accepts none, the task runs at once, so that no call waits forever. */
    Time.Alarm alarmOrNow(long delayNanos, Runnable task) {
        try {
            return time.alarm(delayNanos, task);
        } catch (Throwable e) {
            hookFailed("timer", e);
            task.run();
            return () -> {};
        }
    }

    /** Runs the task off the timer's thread, or on it if the executor rejects it. */
    void executeOrNow(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            hookFailed("executor", e);
            task.run();
        }
    }

    /** Checks the breaker and counts the call, for calls without other limits; returns the ticket or a refusal. */
    long admitSimple(long nowNanos) {
        long ticket = breaker == null ? 0 : breaker.tryAdmit();
        if (budget != null && ticket != CircuitBreaker.REFUSED) {
            budget.onCall(nowNanos);
        }
        return ticket;
    }

    /** Ends a call that {@link #admitSimple} admitted and whose first attempt succeeded. */
    void succeededSimply(long ticket, long startNanos) {
        succeededSimply(ticket, startNanos, listener);
    }

    /** As {@link #succeededSimply(long, long)}, for a call with its own listener. */
    void succeededSimply(long ticket, long startNanos, @Nullable RetryListener ofCall) {
        if (breaker != null) {
            breaker.onSuccess(ticket, 0);
        }
        if (ofCall != null) {
            emitFirstTry(ofCall, time.nanoTime() - startNanos);
        }
    }

    /** Reports a success at the first attempt, for a call without its own listener. */
    void emitFirstTry(long elapsedNanos) {
        emitFirstTry(listener, elapsedNanos);
    }

    /**
     * Returns the failure that a value represents, or null. A judge that throws cannot turn a success into a failure.
     */
    @Nullable
    Classification judge(@Nullable Object value) {
        if (!judgesResults) {
            return null;
        }
        try {
            return classifier.judge(value);
        } catch (Throwable e) {
            hookFailed("judge", e);
            return null;
        }
    }

    /** Whether an outer engine owns the retries. */
    boolean isOwnedByOther(Frame frame) {
        return frame.depth > 0 && singleWhenNested;
    }

    boolean insideTransaction(Frame frame) {
        if (frame.transactions > 0) {
            return true;
        }
        try {
            return transactionProbe != null && transactionProbe.getAsBoolean();
        } catch (Throwable e) {
            // Unknown: the safe choice is not to repeat anything.
            hookFailed("transaction probe", e);
            return true;
        }
    }

    boolean hasBreaker() {
        return breaker != null;
    }

    boolean listens() {
        return listener != null;
    }

    /** The listener for the events of one call, or null. Must be called on the caller's thread. */
    @Nullable
    RetryListener listenerFor(Safety safety) {
        if (listener == null) {
            return null;
        }
        try {
            RetryListener ofCall = listener.forCall(policy, operation, safety.key());
            if (ofCall != null) {
                return ofCall;
            }
            countHookFailure("listener", new NullPointerException("forCall returned null"));
        } catch (Throwable e) {
            countHookFailure("listener", e);
        }
        return listener;
    }

    private void emit(RetryEvent event) {
        emit(listener, event);
    }

    void emit(@Nullable RetryListener to, RetryEvent event) {
        if (to != null) {
            try {
                to.on(event);
            } catch (Throwable e) {
                countHookFailure("listener", e);
            }
        }
    }

    void emitFirstTry(@Nullable RetryListener to, long elapsedNanos) {
        if (to != null) {
            try {
                to.onFirstTry(name, operation, elapsedNanos);
            } catch (Throwable e) {
                countHookFailure("listener", e);
            }
        }
    }

    void notifyReady(Retry engine) {
        if (listener != null) {
            try {
                listener.onReady(engine);
            } catch (Throwable e) {
                countHookFailure("listener", e);
            }
        }
    }

    long hookFailures() {
        return hookFailures.get();
    }

    private void breakerChanged(BreakerMode from, BreakerMode to, @Nullable By by) {
        emit(new RetryEvent.BreakerChanged(name, from, to, by));
    }

    void hookFailed(String hook, Throwable error) {
        countHookFailure(hook, error);
        emit(new RetryEvent.HookFailed(name, hook, error));
    }

    /** Logs the first, second, fourth, eighth … failure: a broken hook on a hot path must not flood the log. */
    private void countHookFailure(String hook, Throwable error) {
        long count = hookFailures.incrementAndGet();
        if (Long.bitCount(count) == 1) {
            LOG.log(Level.WARNING, name + ": the " + hook + " threw (failure " + count + " of such hooks)", error);
        }
    }
}
