package dev.oncemore.retry;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A policy unpacked for speed, with everything its calls share. Calls to what users handed in go through here. */
final class Core {
    static final long NO_LIMIT = Long.MAX_VALUE;

    private static final Logger LOG = System.getLogger("dev.oncemore.retry");

    final RetryPolicy policy;
    final String name;
    final Backoff backoff;
    final long attemptTimeoutNanos;
    final long deadlineNanos;
    final long longestHintNanos;
    final boolean singleWhenNested;
    final @Nullable Hedge hedge;
    final Guards guards;
    private final @Nullable BudgetMeter budget;
    private final @Nullable CircuitBreaker breaker;
    final Time time;
    final RandomGenerator random;
    final Executor executor;
    final @Nullable Executor ownExecutor;
    /** Whether an attempt needs nothing but, perhaps, one clock reading, a count and a look at the breaker. */
    final boolean simple;
    /** Whether it needs nothing at all. */
    final boolean plain;
    /** Whether a call reads the clock when it starts. */
    final boolean readsClock;
    /** Whether somebody wants to know how long an attempt took. */
    final boolean timesAttempts;

    final boolean judgesResults;

    private final Classifier classifier;
    private final @Nullable RetryListener listener;
    private final @Nullable BooleanSupplier transactionProbe;
    private final AtomicLong hookFailures = new AtomicLong();

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
        timesAttempts = listener != null || hedge != null || (breaker != null && breaker.timesCalls());
        readsClock = timesAttempts || guards.budget() != null || deadlineNanos != NO_LIMIT;
        simple = attemptTimeoutNanos == NO_LIMIT
                && deadlineNanos == NO_LIMIT
                && guards.gate() == null
                && hedge == null
                && (breaker == null || !breaker.timesCalls());
        plain = simple && !readsClock && breaker == null && !judgesResults;
    }

    Classification classify(Throwable failure) {
        try {
            Throwable real = Failures.unwrap(failure);
            if (real instanceof Error) {
                return Classification.programmerError(said(real));
            }
            Classification classification = classifier.classify(real);
            if (classification != null) {
                return classification;
            }
            return Classification.programmerError("the classifier had no classification for " + said(failure));
        } catch (Throwable e) {
            hookFailed("classifier", e);
            if (!Identity.same(e, failure)) {
                failure.addSuppressed(e);
            }
            return Classification.programmerError("the classifier threw " + said(e) + " for " + said(failure));
        }
    }

    /** What it says of itself, if it can. */
    private static String said(Throwable failure) {
        try {
            return String.valueOf(failure);
        } catch (Throwable mute) {
            return failure.getClass().getName();
        }
    }

    /** The classification of a failed attempt, unless it has one already. */
    Classification classification(@Nullable Throwable thrown, @Nullable Classification judged) {
        if (judged != null) {
            return judged;
        }
        return thrown != null
                ? classify(thrown)
                : Classification.permanent("the attempt failed without an exception or a classification");
    }

    /** An alarm; where none can be set any more, it goes off at once, so that nobody waits for ever. */
    Time.Alarm alarmOrNow(long delayNanos, Runnable task) {
        try {
            return time.alarm(delayNanos, task);
        } catch (Throwable e) {
            hookFailed("timer", e);
            task.run();
            return () -> {};
        }
    }

    /** Off the timer's thread; on it only when the executor takes nothing any more. */
    void executeOrNow(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            hookFailed("executor", e);
            task.run();
        }
    }

    /** Asks the breaker and counts the call, for calls that need nothing else; the ticket, or a refusal. */
    long admitSimple(long nowNanos) {
        long ticket = breaker == null ? 0 : breaker.tryAdmit();
        if (budget != null && ticket != CircuitBreaker.REFUSED) {
            budget.onCall(nowNanos);
        }
        return ticket;
    }

    /** Ends a call that {@link #admitSimple} let in and that succeeded at once. */
    void succeededSimply(long ticket, long startNanos) {
        succeededSimply(ticket, startNanos, listener);
    }

    /** As {@link #succeededSimply(long, long)}, for a call that has a listener of its own. */
    void succeededSimply(long ticket, long startNanos, @Nullable RetryListener ofCall) {
        if (breaker != null) {
            breaker.onSuccess(ticket, 0);
        }
        if (ofCall != null) {
            emitFirstTry(ofCall, time.nanoTime() - startNanos);
        }
    }

    /** Tells of a first try, for a call that needed no listener of its own. */
    void emitFirstTry(long elapsedNanos) {
        emitFirstTry(listener, elapsedNanos);
    }

    /** The failure that a value stands for, or null. A judge that throws cannot turn a success into a failure. */
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

    /** Whether an engine further out owns the retries. */
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
            // Nobody knows: the safe answer is the one that does not repeat anything.
            hookFailed("transaction probe", e);
            return true;
        }
    }

    boolean listens() {
        return listener != null;
    }

    /** Who hears the events of one call; null when nobody listens. To be asked on the caller's thread. */
    @Nullable
    RetryListener listenerFor(Safety safety) {
        if (listener == null) {
            return null;
        }
        try {
            RetryListener ofCall = listener.forCall(policy, safety.key());
            if (ofCall != null) {
                return ofCall;
            }
            countHookFailure("listener", new NullPointerException("forCall answered null"));
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
                to.onFirstTry(name, elapsedNanos);
            } catch (Throwable e) {
                countHookFailure("listener", e);
            }
        }
    }

    void tellReady(Retry engine) {
        if (listener != null) {
            try {
                listener.onReady(engine);
            } catch (Throwable e) {
                countHookFailure("listener", e);
            }
        }
    }

    /** Closes a value that no caller will ever see. */
    void discard(@Nullable Object value) {
        if (value instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Throwable e) {
                hookFailed("close", e);
            }
        }
    }

    /** Cancels a stage that nobody waits for any more. */
    void cancel(CompletionStage<?> stage) {
        try {
            stage.toCompletableFuture().cancel(true);
        } catch (Throwable e) {
            hookFailed("cancel", e);
        }
    }

    /** Cancels an attempt: its hooks run elsewhere, because they may block. */
    void runCancelHooks(Attempt attempt) {
        for (Runnable hook : attempt.cancel()) {
            try {
                executor.execute(() -> {
                    try {
                        hook.run();
                    } catch (Throwable e) {
                        hookFailed("cancel hook", e);
                    }
                });
            } catch (Throwable e) {
                hookFailed("cancel hook", e);
            }
        }
    }

    long hookFailures() {
        return hookFailures.get();
    }

    private void breakerChanged(BreakerMode from, BreakerMode to) {
        emit(new RetryEvent.BreakerChanged(name, from, to));
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
