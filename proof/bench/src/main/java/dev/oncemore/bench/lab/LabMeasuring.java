package dev.oncemore.bench.lab;

import dev.oncemore.bench.measure.CpuTime;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Step;
import dev.oncemore.bench.measure.Steps;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.lab.LabRequest;
import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.sim.CallFigures;
import dev.oncemore.lab.sim.DependencyFigures;
import dev.oncemore.lab.sim.DependencyModel;
import dev.oncemore.lab.sim.OpenLoop;
import dev.oncemore.lab.sim.ServiceTime;
import dev.oncemore.lab.sim.SimulatedCaller;
import dev.oncemore.lab.sim.SimulatedDependency;
import dev.oncemore.lab.sim.Timeline;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One run of the bench. */
final class LabMeasuring {
    static final String ATTEMPTS = "attempts";
    static final String CLIENTS = "clients";
    static final String CONTENTION = "contention";
    static final String DOCTOR = "doctor";
    static final String PER_SECOND = "attempts/s";
    static final String LIVE = "MB live heap";
    static final String CALLS = "calls";
    static final String SECONDS = "s";
    static final String PLAIN = "exponential, no jitter";
    static final String FULL = "full jitter";
    static final String DECORRELATED = "decorrelated jitter";

    private static final double GUESS = 20;
    private static final int CALLS_PER_SECOND = 20_000;

    private final LabEffort effort;

    LabMeasuring(LabEffort effort) {
        this.effort = effort;
    }

    Figures measure(PrintWriter out) {
        return Steps.measure(
                List.of(
                        new Step(ATTEMPTS, GUESS, this::attempts),
                        new Step(CLIENTS, 3 * GUESS, this::clients),
                        new Step(CONTENTION, GUESS, this::contention),
                        new Step(DOCTOR, GUESS, this::doctor)),
                out);
    }

    private List<Figure> attempts() {
        List<Double> perSecond = new ArrayList<>();
        for (int round = 0; round <= effort.rounds(); round++) {
            CpuTime start = CpuTime.now();
            long attempts = simulate(round);
            double seconds = CpuTime.now().since(start).ownNanos() / 1e9;
            // The first round is a warm-up.
            if (round > 0) {
                perSecond.add(attempts / seconds);
            }
        }
        return List.of(Measurement.of(perSecond).figure(ATTEMPTS, Subject.ONCEMORE, PER_SECOND));
    }

    /** A dependency of which a third of the requests fail; returns the attempts that reached it. */
    private long simulate(long seed) {
        RetryPolicy policy = RetryPolicy.named("bench")
                .maxAttempts(3)
                .backoff(Backoff.exponential(Duration.ofMillis(100)).fullJitter())
                .attemptTimeout(Duration.ofSeconds(1))
                .deadline(Duration.ofSeconds(10))
                .budget(RetryBudget.ratio(1))
                .breaker(Breaker.failureRate(0.9).over(Duration.ofSeconds(10)))
                .build();
        Duration end = Duration.ofMillis(effort.calls() * 1_000L / CALLS_PER_SECOND);
        Timeline timeline = new Timeline();
        SplittableRandom random = new SplittableRandom(seed);
        DependencyFigures figures = new DependencyFigures(Duration.ofSeconds(1), end);
        SimulatedDependency dependency = new SimulatedDependency(
                timeline,
                DependencyModel.healthy(1_000, ServiceTime.of(ServiceTime.Shape.EXPONENTIAL, Duration.ofMillis(20)))
                        .errors(0.33),
                figures,
                random.split());
        SimulatedCaller caller = new SimulatedCaller(
                timeline,
                policy,
                Safety.readOnly(),
                dependency,
                new CallFigures(Duration.ofSeconds(1), end),
                random.split());
        new OpenLoop(timeline, List.of(caller), CALLS_PER_SECOND, end, random.split(), null).start();
        timeline.runToEnd();
        return figures.arrivals();
    }

    private List<Figure> clients() {
        return List.of(Figure.of(CLIENTS, Subject.ONCEMORE, LIVE, LargeStorm.liveMegabytes(effort.clients())));
    }

    private List<Figure> contention() {
        LabReport report =
                LabRequest.of("contention").set("rounds", effort.repetitions()).run(share -> {});
        List<Figure> figures = new ArrayList<>();
        for (List<Object> row : report.table().rows()) {
            String policy = String.valueOf(row.get(0));
            if (List.of(PLAIN, FULL, DECORRELATED).contains(policy)) {
                figures.add(Figure.of(CONTENTION, policy, CALLS, number(row.get(1))));
            }
        }
        return figures;
    }

    private List<Figure> doctor() throws IOException {
        return List.of(Figure.of(DOCTOR, Subject.ONCEMORE, SECONDS, ReviewedClasses.seconds(effort.classes())));
    }

    private static double number(Object cell) {
        if (cell instanceof Number number) {
            return number.doubleValue();
        }
        throw new MeasuringException("the lab's table has '" + cell + "' instead of a number", null);
    }
}
