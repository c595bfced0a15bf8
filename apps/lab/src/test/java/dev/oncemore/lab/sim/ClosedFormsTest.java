package dev.oncemore.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where theory has a formula, the simulation agrees with it. */
class ClosedFormsTest {
    private static final RetryPolicy ONE_ATTEMPT = RetryPolicy.named("one")
            .maxAttempts(1)
            .noAttemptTimeout()
            .noDeadline()
            .unlimitedBudget()
            .build();

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.6, 0.8})
    void theQueueOfAnMM1StationIsAsLongAsTheoryHasIt(double load) {
        Duration end = Duration.ofSeconds(4_000);
        Run run = run(1, ServiceTime.of(ServiceTime.Shape.EXPONENTIAL, Duration.ofMillis(10)), load * 100, end);

        assertThat(run.figures.queueMean()).isCloseTo(load * load / (1 - load), withPercentage(5));
        // Little's law: the time in the system is 1 / (capacity - arrivals).
        assertThat(run.calls.latency().meanMillis()).isCloseTo(1_000 / (100 - load * 100), withPercentage(5));
    }

    /** Erlang C for two workers: the queue is 2 ρ³ / (1 - ρ²). */
    @Test
    void twoWorkersShareOneQueue() {
        Duration end = Duration.ofSeconds(4_000);
        Run run = run(2, ServiceTime.of(ServiceTime.Shape.EXPONENTIAL, Duration.ofMillis(20)), 70, end);

        assertThat(run.figures.queueMean()).isCloseTo(2 * 0.343 / 0.51, withPercentage(5));
    }

    /** Fixed times halve the queue of random ones: Pollaczek-Khinchine. */
    @Test
    void anMD1QueueIsHalfAsLong() {
        Duration end = Duration.ofSeconds(4_000);
        Run run = run(1, ServiceTime.of(ServiceTime.Shape.FIXED, Duration.ofMillis(10)), 80, end);

        assertThat(run.figures.queueMean()).isCloseTo(0.64 / 0.2 / 2, withPercentage(5));
    }

    @Test
    void fullJitterWaitsHalfOfTheDelayInTheMean_soACallThatFailsThriceWaitsSevenHalvesOfTheBase() {
        RetryPolicy policy = RetryPolicy.named("full")
                .maxAttempts(4)
                .backoff(Backoff.exponential(Duration.ofMillis(100)).fullJitter())
                .noDeadline()
                .unlimitedBudget()
                .build();
        Timeline timeline = new Timeline();
        LatencyHistogram ended = new LatencyHistogram();
        Destination failing = (call, ticket, remaining) -> call.answer(ticket, Reply.ERROR);
        SimulatedCaller caller = new SimulatedCaller(
                timeline,
                policy,
                Safety.readOnly(),
                failing,
                new CallFigures(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                new SplittableRandom(11));
        for (int i = 0; i < 50_000; i++) {
            caller.call((call, succeeded) -> ended.add(timeline.nanoTime()));
        }

        timeline.runToEnd();

        assertThat(ended.total()).isEqualTo(50_000);
        assertThat(ended.meanMillis()).isCloseTo(350, withPercentage(1));
    }

    /** With a share p of failures and n attempts, a call makes (1 - pⁿ) / (1 - p) attempts and fails with pⁿ. */
    @Test
    void attemptsAndFailuresFollowTheGeometricSeries() {
        RetryPolicy policy = RetryPolicy.named("geometric")
                .maxAttempts(3)
                .unlimitedBudget()
                .noDeadline()
                .build();
        Run run = new Run(
                DependencyModel.healthy(1_000, ServiceTime.of(ServiceTime.Shape.FIXED, Duration.ofMillis(1)))
                        .errors(0.3),
                policy,
                500,
                Duration.ofSeconds(400));

        assertThat(run.calls.attemptsPerCall()).isCloseTo(1 + 0.3 + 0.09, withPercentage(1));
        assertThat(1 - run.calls.successShare()).isCloseTo(0.027, withPercentage(5));
    }

    private static Run run(int workers, ServiceTime service, double perSecond, Duration end) {
        return new Run(DependencyModel.healthy(workers, service), ONE_ATTEMPT, perSecond, end);
    }

    private static final class Run {
        final CallFigures calls;
        final DependencyFigures figures;

        Run(DependencyModel model, RetryPolicy policy, double perSecond, Duration end) {
            Timeline timeline = new Timeline();
            SplittableRandom random = new SplittableRandom(5);
            calls = new CallFigures(Duration.ofSeconds(1), end);
            figures = new DependencyFigures(Duration.ofSeconds(1), end);
            SimulatedDependency dependency = new SimulatedDependency(timeline, model, figures, random.split());
            SimulatedCaller caller =
                    new SimulatedCaller(timeline, policy, Safety.readOnly(), dependency, calls, random.split());
            new OpenLoop(timeline, List.of(caller), perSecond, end, random.split(), null).start();
            timeline.runToEnd();
        }
    }
}
