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

/** Builds an engine: its policy, and the settings that are not policy. */
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

    private @Nullable Retry sharedWith;

    RetryBuilder(RetryPolicy policy) {
        this.policy = Objects.requireNonNull(policy, "policy");
    }

    /** Hears what the engine does. */
    public RetryBuilder listener(RetryListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** Where time comes from: virtual time in tests. */
    public RetryBuilder time(Time time) {
        this.time = Objects.requireNonNull(time, "time");
        return this;
    }

    /** Runs the engine in virtual time, for tests: jitter is seeded, and asynchronous attempts run on the thread that advances it. */
    public RetryBuilder virtualTime(VirtualTime time) {
        return time(time).random(new SplittableRandom(SEED)).executor(Runnable::run);
    }

    /** Where jitter comes from: a seeded generator in tests. */
    public RetryBuilder random(RandomGenerator random) {
        this.random = Objects.requireNonNull(random, "random");
        return this;
    }

    /** Where later attempts of asynchronous calls start, and where hedged blocking calls run. */
    public RetryBuilder executor(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /** Tells whether this thread is inside a database transaction; the engine then refuses to retry. */
    public RetryBuilder transactionProbe(BooleanSupplier insideTransaction) {
        this.transactionProbe = Objects.requireNonNull(insideTransaction, "insideTransaction");
        return this;
    }

    /**
     * Shares budget, breaker, limiter and latencies with another engine that calls the same dependency. Changes of the
     * breaker are told to that engine's listener.
     */
    public RetryBuilder sharing(Retry other) {
        this.sharedWith = Objects.requireNonNull(other, "other");
        return this;
    }

    /**
     * The engine.
     *
     * @throws IllegalArgumentException when it is to share limits that the two policies set differently
     */
    public Retry build() {
        if (sharedWith != null) {
            RetryPolicy theirs = sharedWith.core.policy;
            boolean same = policy.budget().equals(theirs.budget())
                    && policy.breaker().equals(theirs.breaker())
                    && policy.limiter().equals(theirs.limiter())
                    && policy.hedge().equals(theirs.hedge())
                    && Identity.same(time, sharedWith.core.time);
            if (!same) {
                throw new IllegalArgumentException("'" + policy.name() + "' cannot share the limits of '"
                        + theirs.name() + "': budget, breaker, limiter, hedge and clock must be the same");
            }
            shared = sharedWith.core.guards;
        }
        Retry engine = new Retry(this);
        engine.core.tellReady(engine);
        return engine;
    }
}
