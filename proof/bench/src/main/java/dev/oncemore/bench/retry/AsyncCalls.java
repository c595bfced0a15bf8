package dev.oncemore.bench.retry;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.function.CheckedSupplier;
import dev.oncemore.retry.AsyncWork;
import dev.oncemore.retry.Retry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls whose work returns a future. Each returns the reply, or the failure of the call. */
public class AsyncCalls {
    /** No delay, so that the time between two attempts is the engine's own overhead. */
    private static final Scenario POLICY = Scenario.FAILING;

    /** The scenario, which JMH fills in, and its futures. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init")
    public abstract static class Subject {
        @Param
        AsyncScenario scenario;

        AsyncScenario.Stages stages;

        /** Creates the work and then the engine, once. */
        @Setup
        public void prepare() {
            stages = scenario.stages();
            build();
        }

        abstract void build();
    }

    /** Oncemore, with its own executor for later attempts. */
    @SuppressWarnings("NullAway.Init")
    public static class Oncemore extends Subject {
        private Retry retry;
        private AsyncWork<Object> work;

        @Override
        void build() {
            retry = Retry.of(Policies.oncemore(POLICY).build());
            work = attempt -> stages.next();
        }
    }

    /** Oncemore. */
    @Benchmark
    public Object oncemore(Oncemore subject) {
        subject.stages.begin();
        return subject.stages.end(subject.retry.callAsync(subject.work));
    }

    /** Decorated once, with a scheduler that all calls share. */
    @SuppressWarnings("NullAway.Init")
    public static class Resilience4j extends Subject {
        private ScheduledExecutorService scheduler;
        private Supplier<CompletionStage<Object>> decorated;

        @Override
        void build() {
            scheduler = Executors.newSingleThreadScheduledExecutor();
            decorated = io.github.resilience4j.retry.Retry.decorateCompletionStage(
                    Policies.resilience4j(POLICY), scheduler, () -> stages.next());
        }

        /** Ends the scheduler's thread. */
        @TearDown
        public void close() {
            scheduler.shutdownNow();
        }
    }

    /** Resilience4j. */
    @Benchmark
    public Object resilience4j(Resilience4j subject) {
        subject.stages.begin();
        CompletionStage<Object> stage = subject.decorated.get();
        return subject.stages.end(stage.toCompletableFuture());
    }

    /**
     * Failsafe with its own pool, which runs every attempt. Running them on the caller's thread would be faster, but calls
     * through such an executor end with null.
     */
    @SuppressWarnings("NullAway.Init")
    public static class FailsafeSubject extends Subject {
        private FailsafeExecutor<Object> executor;
        private CheckedSupplier<CompletableFuture<Object>> supplier;

        @Override
        void build() {
            executor = Failsafe.with(Policies.failsafe(POLICY));
            supplier = () -> stages.next();
        }
    }

    /** Failsafe. */
    @Benchmark
    public Object failsafe(FailsafeSubject subject) {
        subject.stages.begin();
        return subject.stages.end(subject.executor.getStageAsync(subject.supplier));
    }
}
