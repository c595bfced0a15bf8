package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Microbenchmark;
import dev.oncemore.bench.measure.Subject;
import java.util.List;
import java.util.Map;

/**
 * A case that JMH measures.
 *
 * @param caseName its name in reports and files
 * @param benchmarks one for each subject
 */
record RetryCase(String caseName, List<Microbenchmark> benchmarks) {
    static final RetryCase SUCCESS = blocking("success", Scenario.SUCCESS);
    static final RetryCase SUCCESS_DEFAULT = variant("success-default", "oncemorePreset");
    static final RetryCase SUCCESS_DEFAULT_METERED = variant("success-default-metered", "oncemorePresetMetered");
    static final RetryCase SUCCESS_KEYED = variant("success-keyed", "oncemoreIdempotent");
    static final RetryCase SUCCESS_METERED = variant("success-metered", "oncemoreMetered");
    static final RetryCase SUCCESS_REPORTED = variant("success-reported", "oncemoreReported");
    static final RetryCase BREAKER = breaker("breaker", 1);
    static final RetryCase BREAKER_2_THREADS = breaker("breaker-2-threads", 2);
    static final RetryCase FAILING = blocking("failing", Scenario.FAILING);
    static final RetryCase RESCUED = blocking("rescued", Scenario.RESCUED);
    static final RetryCase ASYNC = async("async", AsyncScenario.COMPLETED);
    static final RetryCase ASYNC_PENDING = async("async-pending", AsyncScenario.PENDING);
    static final RetryCase ASYNC_FAILING = async("async-failing", AsyncScenario.FAILING);

    /** All cases, in the order of the report. */
    static final List<RetryCase> ALL = List.of(
            SUCCESS,
            SUCCESS_DEFAULT,
            SUCCESS_DEFAULT_METERED,
            SUCCESS_KEYED,
            SUCCESS_METERED,
            SUCCESS_REPORTED,
            BREAKER,
            BREAKER_2_THREADS,
            FAILING,
            RESCUED,
            ASYNC,
            ASYNC_PENDING,
            ASYNC_FAILING);

    /** The subjects, Oncemore first. */
    List<String> subjects() {
        return benchmarks.stream().map(Microbenchmark::subject).toList();
    }

    /** The metric besides memory. */
    String metric() {
        return benchmarks.get(0).threads() > 1 ? Figure.THROUGHPUT : Figure.NANOS;
    }

    private static RetryCase blocking(String caseName, Scenario scenario) {
        return new RetryCase(
                caseName, benchmarks(caseName, Subjects.ALL, BlockingCalls.class, scenarioIs(scenario), 1));
    }

    /** Another way to use Oncemore; no peer has it. */
    private static RetryCase variant(String caseName, String method) {
        Map<String, String> parameters = scenarioIs(Scenario.SUCCESS);
        return new RetryCase(
                caseName,
                List.of(new Microbenchmark(caseName, Subject.ONCEMORE, BlockingCalls.class, method, parameters, 1)));
    }

    private static RetryCase breaker(String caseName, int threads) {
        return new RetryCase(caseName, benchmarks(caseName, Subjects.MOST, BreakerCalls.class, Map.of(), threads));
    }

    private static RetryCase async(String caseName, AsyncScenario scenario) {
        return new RetryCase(caseName, benchmarks(caseName, Subjects.MOST, AsyncCalls.class, scenarioIs(scenario), 1));
    }

    /** The benchmark of each subject, which is the method of its name. */
    private static List<Microbenchmark> benchmarks(
            String caseName, List<String> subjects, Class<?> owner, Map<String, String> parameters, int threads) {
        return subjects.stream()
                .map(subject -> new Microbenchmark(caseName, subject, owner, subject, parameters, threads))
                .toList();
    }

    private static Map<String, String> scenarioIs(Enum<?> scenario) {
        return Map.of("scenario", scenario.name());
    }
}
