package dev.oncemore.bench.retry;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.function.CheckedSupplier;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.observe.metrics.Meters;
import dev.oncemore.observe.report.ReportWindow;
import dev.oncemore.retry.AttemptCall;
import dev.oncemore.retry.Call;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.RetryPolicy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.Retryable;
import org.springframework.retry.RetryCallback;

/** Calls on the caller's thread. Each returns the reply, or the exception. */
public class BlockingCalls {

    /** The scenario, which JMH fills in, and its work. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init")
    public abstract static class Subject {
        @Param
        Scenario scenario;

        Work work;

        /** Creates the work and then the engine, once. */
        @Setup
        public void prepare() {
            work = scenario.work();
            build();
        }

        abstract void build();
    }

    /** A loop by hand. */
    @SuppressWarnings("NullAway.Init")
    public static class Handwritten extends Subject {
        private HandwrittenLoop loop;
        private Callable<Object> call;

        @Override
        void build() {
            loop = new HandwrittenLoop(Scenario.ATTEMPTS, scenario.delay().toMillis());
            call = work::run;
        }
    }

    /** A loop by hand. */
    @Benchmark
    public Object handwritten(Handwritten subject) {
        try {
            return subject.loop.call(subject.call);
        } catch (Exception e) {
            return e;
        }
    }

    /** Oncemore's engines. */
    @SuppressWarnings("NullAway.Init")
    public static class Oncemore extends Subject {
        private Retry retry;
        private Retry preset;
        private Retry presetMetered;
        private Retry metered;
        private Retry reported;
        private Call<Object, RuntimeException> call;
        private AttemptCall<Object, RuntimeException> attemptCall;

        @Override
        void build() {
            retry = Retry.of(Policies.oncemore(scenario).build());
            preset = Retry.preset("api");
            MeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            presetMetered = Retry.builder(RetryPolicy.preset("api"))
                    .listener(Meters.on(registry))
                    .build();
            metered = Retry.builder(Policies.oncemore(scenario).build())
                    .listener(Meters.on(registry))
                    .build()
                    .operation("charge");
            ReportWindow window = ReportWindow.over(Duration.ofHours(1));
            reported = Retry.builder(Policies.oncemore(scenario).build())
                    .listener(Telemetry.of(Meters.on(registry), window))
                    .build();
            call = work::run;
            attemptCall = attempt -> work.run();
        }
    }

    /** Oncemore with nothing but attempts and delays, as the peers. */
    @Benchmark
    public Object oncemore(Oncemore subject) {
        try {
            return subject.retry.call(subject.call);
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Oncemore with the standard settings, which have a retry budget and time limits. */
    @Benchmark
    public Object oncemorePreset(Oncemore subject) {
        try {
            return subject.preset.call(subject.call);
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Oncemore with the standard settings, and Micrometer meters in a Prometheus registry. */
    @Benchmark
    public Object oncemorePresetMetered(Oncemore subject) {
        try {
            return subject.presetMetered.call(subject.call);
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Oncemore with Micrometer meters, in a Prometheus registry. */
    @Benchmark
    public Object oncemoreMetered(Oncemore subject) {
        try {
            return subject.metered.call(subject.call);
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Oncemore with meters and a report window. */
    @Benchmark
    public Object oncemoreReported(Oncemore subject) {
        try {
            return subject.reported.call(subject.call);
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Oncemore with work that sees its attempt and is declared repeatable. */
    @Benchmark
    public Object oncemoreIdempotent(Oncemore subject) {
        try {
            return subject.retry.attempt(Safety.idempotent(), subject.attemptCall);
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Decorated once, which is never slower than executeCallable: that decorates for each call. */
    @SuppressWarnings("NullAway.Init")
    public static class Resilience4j extends Subject {
        private Callable<Object> decorated;

        @Override
        void build() {
            decorated = io.github.resilience4j.retry.Retry.decorateCallable(Policies.resilience4j(scenario), work::run);
        }
    }

    /** Resilience4j's Retry. */
    @Benchmark
    public Object resilience4j(Resilience4j subject) {
        try {
            return subject.decorated.call();
        } catch (Exception e) {
            return e;
        }
    }

    /** An executor made once, as Failsafe advises. */
    @SuppressWarnings("NullAway.Init")
    public static class FailsafeSubject extends Subject {
        private FailsafeExecutor<Object> executor;
        private CheckedSupplier<Object> supplier;

        @Override
        void build() {
            executor = Failsafe.with(Policies.failsafe(scenario));
            supplier = work::run;
        }
    }

    /** Failsafe's RetryPolicy. */
    @Benchmark
    public Object failsafe(FailsafeSubject subject) {
        try {
            return subject.executor.get(subject.supplier);
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Through execute: invoke wraps the work once more. */
    @SuppressWarnings("NullAway.Init")
    public static class Spring7 extends Subject {
        private org.springframework.core.retry.RetryTemplate template;
        private Retryable<Object> retryable;

        @Override
        void build() {
            template = Policies.spring7(scenario);
            retryable = work::run;
        }
    }

    /** The RetryTemplate of Spring Framework 7. */
    @Benchmark
    public Object spring7(Spring7 subject) {
        try {
            return subject.template.execute(subject.retryable);
        } catch (RetryException e) {
            return e;
        }
    }

    /** A stateless template. */
    @SuppressWarnings("NullAway.Init")
    public static class SpringRetry extends Subject {
        private org.springframework.retry.support.RetryTemplate template;
        private RetryCallback<Object, RuntimeException> callback;

        @Override
        void build() {
            template = Policies.springRetry(scenario);
            callback = context -> work.run();
        }
    }

    /** The RetryTemplate of Spring Retry. */
    @Benchmark
    public Object springretry(SpringRetry subject) {
        try {
            return subject.template.execute(subject.callback);
        } catch (RuntimeException e) {
            return e;
        }
    }
}
