package dev.oncemore.retry;

import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Time;
import dev.oncemore.time.VirtualTime;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Builds an engine from a policy and the settings that are not part of one. */
public final class RetryBuilder {
    private static final long SEED = 42;

    final RetryPolicy policy;
    Time time = Time.system();
    RandomGenerator random = Chance.system();

    @Nullable
    Executor executor;

    @Nullable
    RetryListener listener;

    @Nullable
    BooleanSupplier transactionProbe;

    @Nullable
    Guards shared;

    private @Nullable Watchdog watchdog;
    private @Nullable Retry sharedWith;

    RetryBuilder(RetryPolicy policy) {
        this.policy = Objects.requireNonNull(policy, "policy");
    }

    /** Sets the listener for the engine's events. */
    public RetryBuilder listener(RetryListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** Sets the source of time; tests use virtual time. */
    public RetryBuilder time(Time time) {
        this.time = Objects.requireNonNull(time, "time");
        return this;
    }

    /**
     * Runs the engine in virtual time, for tests: jitter is seeded, and asynchronous attempts run on the thread that
     * advances it.
     */
    public RetryBuilder virtualTime(VirtualTime time) {
        return time(time).random(new SplittableRandom(SEED)).executor(Runnable::run);
    }

    /** Sets the source of jitter; tests use a seeded generator. */
    public RetryBuilder random(RandomGenerator random) {
        this.random = Objects.requireNonNull(random, "random");
        return this;
    }

    /** Sets the executor that starts later attempts of asynchronous calls and runs hedged blocking calls. */
    public RetryBuilder executor(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /** Sets a check for an open database transaction on this thread; the engine does not retry inside one. */
    public RetryBuilder transactionProbe(BooleanSupplier insideTransaction) {
        this.transactionProbe = Objects.requireNonNull(insideTransaction, "insideTransaction");
        return this;
    }

    /**
     * Shares budget, breaker, limiters and latencies with another engine that calls the same dependency. Breaker changes
     * are reported to that engine's listener.
     */
    public RetryBuilder sharing(Retry other) {
        this.sharedWith = Objects.requireNonNull(other, "other");
        return this;
    }

    /** Sets the watchdog of a time other than the system's; without one, each attempt there has an alarm. */
    RetryBuilder watchdog(Watchdog ofTime) {
        watchdog = ofTime;
        return this;
    }

    @Nullable
    Watchdog watchdog() {
        return watchdog == null && Identity.same(time, Time.system()) ? Watchdog.ofSystemTime() : watchdog;
    }

    /**
     * Builds the engine.
     *
     * @throws IllegalArgumentException if the engines share limits that their policies set differently
     */
    public Retry build() {
        if (sharedWith != null) {
            RetryPolicy theirs = sharedWith.core.policy;
            boolean same = policy.budget().equals(theirs.budget())
                    && policy.breaker().equals(theirs.breaker())
                    && policy.limiter().equals(theirs.limiter())
                    && policy.rateLimiter().equals(theirs.rateLimiter())
                    && policy.hedge().equals(theirs.hedge())
                    && Identity.same(time, sharedWith.core.time);
            if (!same) {
                throw new IllegalArgumentException("'" + policy.name() + "' cannot share the limits of '"
                        + theirs.name() + "': budget, breaker, limiters, hedge and clock must be the same");
            }
            shared = sharedWith.core.guards;
        }
        Retry engine = new Retry(this);
        engine.core.notifyReady(engine);
        return engine;
    }
}
