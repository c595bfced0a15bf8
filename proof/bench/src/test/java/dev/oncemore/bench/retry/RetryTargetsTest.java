package dev.oncemore.bench.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Microbenchmark;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import dev.oncemore.bench.measure.TextReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The verdicts, on figures that were made up. */
class RetryTargetsTest {

    private static final BackoffFigures BACKOFF = new BackoffFigures(1_000_000, 1_000_000, 1, 400, 0.5, 11, 20);

    /** Oncemore takes so long and allocates so much, everybody else takes 100 and allocates 100. */
    private static Figures figures(double nanos, double bytes) {
        Figures figures = new Figures();
        for (RetryCase inCase : RetryCase.ALL) {
            for (Microbenchmark benchmark : inCase.benchmarks()) {
                boolean own = benchmark.subject().equals(Subject.ONCEMORE);
                figures.add(List.of(
                        Figure.of(inCase.caseName(), benchmark.subject(), inCase.metric(), own ? nanos : 100),
                        Figure.of(inCase.caseName(), benchmark.subject(), Figure.BYTES, own ? bytes : 100)));
            }
        }
        figures.add(BACKOFF.figures());
        return figures;
    }

    @Test
    void saysOfEachTargetWhetherItWasReached() {
        assertThat(RetryTargets.of(figures(60, 0)))
                .extracting(Target::toString)
                .containsExactly(
                        "success: 0.6 × handwritten, target ≤ 1.5: reached",
                        "success: 0 B/op, target ≤ 0: reached",
                        "success-default: 60 ns, target ≤ 100: reached",
                        "success-default: 0 B/op, target ≤ 0: reached",
                        "success-default-metered: 60 ns, target ≤ 100: reached",
                        "success-default-metered: 0 B/op, target ≤ 0: reached",
                        "success-metered: 0 ns more than without meters, target ≤ 100: reached",
                        "success-metered: 0 B/op, target ≤ 0: reached",
                        "breaker: 0.6 × resilience4j, target ≤ 0.5: MISSED",
                        "breaker: 0 B/op, target ≤ 0: reached",
                        "breaker-2-threads: 0.6 × resilience4j's throughput, target ≥ 2: MISSED",
                        "failing: 0.6 × resilience4j, the fastest peer, target < 1: reached",
                        "async: 0.6 × resilience4j, the fastest peer, target < 1: reached",
                        "async-pending: 0.6 × resilience4j, the fastest peer, target < 1: reached",
                        "async-failing: 0.6 × resilience4j, the fastest peer, target < 1: reached",
                        "backoff-million: 1 timer threads, target ≤ 1: reached",
                        "backoff-million: 419 B heap/call, target ≤ 320: MISSED",
                        "backoff-million: 11 ms late p99, target ≤ 10: MISSED");
    }

    @Test
    void aByteIsOneTooMany() {
        assertThat(RetryTargets.of(figures(300, 1)))
                .extracting(Target::toString)
                .contains(
                        "success: 3 × handwritten, target ≤ 1.5: MISSED",
                        "success: 1 B/op, target ≤ 0: MISSED",
                        "breaker-2-threads: 3 × resilience4j's throughput, target ≥ 2: reached");
    }

    @Test
    void theReportShowsEverySubjectOfEveryCase() {
        List<String> lines = new TextReport(new Machine(2, 0), RetryBench.findings(figures(60, 0))).lines();

        for (RetryCase inCase : RetryCase.ALL) {
            for (String subject : inCase.subjects()) {
                assertThat(lines)
                        .anyMatch(line ->
                                line.matches(inCase.caseName() + " +" + subject + " .*" + inCase.metric() + ".*"));
            }
        }
        assertThat(lines.get(0)).contains("JDK " + System.getProperty("java.version"));
    }
}
