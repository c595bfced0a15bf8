package dev.oncemore.bench.retry;

import static dev.oncemore.bench.measure.Subject.ONCEMORE;
import static dev.oncemore.bench.retry.Subjects.RESILIENCE4J;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The targets of the engine. */
final class RetryTargets {
    private static final double SUCCESS_RATIO_MAX = 1.5;
    private static final double DEFAULT_NANOS_MAX = 100;
    private static final double METERED_NANOS_MAX = 100;
    private static final double BREAKER_RATIO_MAX = 0.5;
    private static final double THROUGHPUT_RATIO_MIN = 2;
    private static final double HEAP_BYTES_PER_CALL_MAX = 320;
    private static final double LATE_MILLIS_MAX = 10;

    private final Figures figures;
    private final List<Target> targets = new ArrayList<>();

    private RetryTargets(Figures figures) {
        this.figures = figures;
    }

    /** All targets, for a run in which everything was measured. */
    static List<Target> of(Figures figures) {
        RetryTargets judge = new RetryTargets(figures);
        judge.success();
        judge.ofDefault(RetryCase.SUCCESS_DEFAULT);
        judge.ofDefault(RetryCase.SUCCESS_DEFAULT_METERED);
        judge.metered();
        judge.breaker();
        judge.aheadOfPeers(RetryCase.FAILING);
        judge.aheadOfPeers(RetryCase.ASYNC);
        judge.aheadOfPeers(RetryCase.ASYNC_PENDING);
        judge.aheadOfPeers(RetryCase.ASYNC_FAILING);
        judge.backoff();
        return judge.targets;
    }

    private void success() {
        String name = RetryCase.SUCCESS.caseName();
        double ratio = ratio(RetryCase.SUCCESS, Subjects.HANDWRITTEN);
        targets.add(Target.atMost(name, ratio, SUCCESS_RATIO_MAX, " × handwritten"));
        targets.add(noGarbage(name));
    }

    /** With the limits of the standard settings. */
    private void ofDefault(RetryCase inCase) {
        double nanos = figures.value(inCase.caseName(), ONCEMORE, Figure.NANOS);
        targets.add(Target.atMost(inCase.caseName(), nanos, DEFAULT_NANOS_MAX, " ns"));
        targets.add(noGarbage(inCase.caseName()));
    }

    private void metered() {
        String name = RetryCase.SUCCESS_METERED.caseName();
        double plain = figures.value(RetryCase.SUCCESS.caseName(), ONCEMORE, Figure.NANOS);
        double added = figures.value(name, ONCEMORE, Figure.NANOS) - plain;
        targets.add(Target.atMost(name, added, METERED_NANOS_MAX, " ns more than without meters"));
        targets.add(noGarbage(name));
    }

    private void breaker() {
        String name = RetryCase.BREAKER.caseName();
        double time = ratio(RetryCase.BREAKER, RESILIENCE4J);
        targets.add(Target.atMost(name, time, BREAKER_RATIO_MAX, " × resilience4j"));
        targets.add(noGarbage(name));
        double throughput = ratio(RetryCase.BREAKER_2_THREADS, RESILIENCE4J);
        targets.add(Target.atLeast(
                RetryCase.BREAKER_2_THREADS.caseName(),
                throughput,
                THROUGHPUT_RATIO_MIN,
                " × resilience4j's throughput"));
    }

    private Target noGarbage(String caseName) {
        return Target.atMost(caseName, figures.value(caseName, ONCEMORE, Figure.BYTES), 0, " B/op");
    }

    private void aheadOfPeers(RetryCase inCase) {
        String fastest = inCase.subjects().stream()
                .filter(Subjects::isPeer)
                .min(Comparator.comparingDouble(peer -> figures.value(inCase.caseName(), peer, inCase.metric())))
                .orElseThrow();
        String what = " × " + fastest + ", the fastest peer";
        targets.add(Target.below(inCase.caseName(), ratio(inCase, fastest), 1, what));
    }

    private double ratio(RetryCase inCase, String reference) {
        double own = figures.value(inCase.caseName(), ONCEMORE, inCase.metric());
        return own / figures.value(inCase.caseName(), reference, inCase.metric());
    }

    private void backoff() {
        String name = BackoffFigures.CASE;
        targets.add(Target.atMost(name, own(BackoffFigures.THREADS), 1, " " + BackoffFigures.THREADS));
        targets.add(Target.atMost(
                name, own(BackoffFigures.HEAP_PER_CALL), HEAP_BYTES_PER_CALL_MAX, " " + BackoffFigures.HEAP_PER_CALL));
        targets.add(Target.atMost(name, own(BackoffFigures.LATE_P99), LATE_MILLIS_MAX, " " + BackoffFigures.LATE_P99));
    }

    private double own(String metric) {
        return figures.value(BackoffFigures.CASE, ONCEMORE, metric);
    }
}
