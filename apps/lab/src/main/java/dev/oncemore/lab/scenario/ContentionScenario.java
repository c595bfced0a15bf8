package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabChart;
import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.sim.CallFigures;
import dev.oncemore.lab.sim.SimulatedCaller;
import dev.oncemore.lab.sim.Timeline;
import dev.oncemore.lab.sim.VersionedRecord;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The experiment of "Exponential Backoff And Jitter": clients that all update one row under an optimistic lock. Of those
 * that read together, one writes; the others repeat.
 */
final class ContentionScenario extends DescribedScenario {
    private static final Duration MESSAGE = Duration.ofMillis(10);
    private static final Duration DEVIATION = Duration.ofMillis(2);
    private static final Duration BASE = Duration.ofMillis(5);
    private static final Duration CAP = Duration.ofSeconds(2);
    private static final int POINTS = 10;

    ContentionScenario() {
        super(
                "contention",
                "What does it cost many clients to update one row under an optimistic lock?",
                true,
                new LabParameter("clients", "clients that update the row at once", 100, 2, 2_000),
                new LabParameter("rounds", "repetitions, of which the mean counts", 20, 1, 1_000));
    }

    @Override
    public LabReport run(LabRun run) {
        List<Contender> contenders = run.contendersOr(standard());
        int clientsMax = run.count("clients");
        int points = Math.min(POINTS, clientsMax);
        run.expectParts(contenders.size() * points);
        double[] counts = new double[points];
        for (int i = 0; i < points; i++) {
            counts[i] = Math.round((double) clientsMax * (i + 1) / points);
        }
        LabChart.Builder calls = LabChart.of("calls", "Calls until all are done", "clients", "calls", counts);
        LabChart.Builder times = LabChart.of("time", "Time until all are done", "clients", "ms", counts);
        LabTable.Builder table =
                LabTable.columns("policy", "calls", "calls per client", "all done after ms", "updates that gave up");
        Comparison comparison = new Comparison();
        for (Contender contender : contenders) {
            Result[] results = new Result[points];
            for (int i = 0; i < points; i++) {
                results[i] = mean(run, contender.policy(), (int) counts[i]);
                run.partDone();
            }
            Result last = results[points - 1];
            comparison.add(contender.label(), last.calls);
            calls.line(contender.label(), each(results, true));
            times.line(contender.label(), each(results, false));
            table.row(contender.label(), last.calls, last.calls / clientsMax, last.millis, last.failures);
        }
        return run.report(
                verdict(comparison, clientsMax), contenders, table.build(), List.of(calls.build(), times.build()));
    }

    private static String verdict(Comparison calls, int clients) {
        return clients + " clients need " + LabTable.said(calls.most()) + " calls with '" + calls.worst() + "' and "
                + LabTable.said(calls.least()) + " with '" + calls.best() + "': "
                + LabTable.said(100 * (1 - calls.least() / calls.most())) + " % less work for the same result.";
    }

    private static double[] each(Result[] results, boolean isCalls) {
        double[] values = new double[results.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = isCalls ? results[i].calls : results[i].millis;
        }
        return values;
    }

    private static Result mean(LabRun run, RetryPolicy policy, int clients) {
        double calls = 0;
        double millis = 0;
        double failures = 0;
        int rounds = run.count("rounds");
        for (int round = 0; round < rounds; round++) {
            Result one = once(run.timeline(), run.random(round), policy, clients);
            calls += one.calls;
            millis += one.millis;
            failures += one.failures;
        }
        return new Result(calls / rounds, millis / rounds, failures / rounds);
    }

    private static Result once(Timeline timeline, SplittableRandom random, RetryPolicy policy, int clients) {
        CallFigures figures = new CallFigures(Duration.ofSeconds(1), Duration.ofSeconds(1));
        VersionedRecord row = new VersionedRecord(timeline, MESSAGE, DEVIATION, random.split());
        SimulatedCaller caller = new SimulatedCaller(timeline, policy, Safety.readOnly(), row, figures, random.split());
        for (int i = 0; i < clients; i++) {
            caller.call(null);
        }
        timeline.runToEnd();
        return new Result(figures.attempts(), figures.lastSuccessSeconds() * 1_000, figures.failures());
    }

    private static List<Contender> standard() {
        Backoff exponential = Backoff.exponential(BASE).cap(CAP);
        return List.of(
                contender("no backoff", Backoff.none()),
                contender("exponential, no jitter", exponential.noJitter()),
                contender("equal jitter", exponential.equalJitter()),
                contender("full jitter", exponential.fullJitter()),
                contender("decorrelated jitter", exponential.decorrelatedJitter()));
    }

    private static Contender contender(String label, Backoff backoff) {
        return new Contender(
                label,
                RetryPolicy.named("contention")
                        .maxAttempts(10_000)
                        .backoff(backoff)
                        .noAttemptTimeout()
                        .noDeadline()
                        .unlimitedBudget()
                        .build());
    }

    private record Result(double calls, double millis, double failures) {}
}
