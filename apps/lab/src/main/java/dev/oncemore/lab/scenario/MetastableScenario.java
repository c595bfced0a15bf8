package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.sim.DependencyModel;
import dev.oncemore.lab.sim.FaultWindow;
import dev.oncemore.lab.sim.ServiceTime;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Overload that feeds on itself: a short slowness fills the queue, callers time out and try again, and the dependency works
 * on requests whose callers have left. The trigger goes; the overload stays.
 */
final class MetastableScenario extends DescribedScenario {
    private static final Duration SLICE = Duration.ofSeconds(1);
    private static final Duration SERVICE = Duration.ofMillis(20);
    private static final Duration TRIGGER = Duration.ofSeconds(20);
    private static final Duration LAST = Duration.ofSeconds(20);
    private static final double RECOVERED = 0.95;

    MetastableScenario() {
        super(
                "metastable",
                "Does the system recover by itself after a short slowness?",
                true,
                new LabParameter("capacity", "requests a second that the dependency can work on", 1_000, 50, 100_000),
                new LabParameter("load", "share of the capacity that users need", 0.7, 0.01, 1),
                new LabParameter("slowness", "how many times slower the trigger makes it", 5, 1, 1_000),
                new LabParameter("trigger", "how long the trigger lasts, in seconds", 8, 0.1, 600),
                new LabParameter("after", "how long to look on afterwards, in seconds", 120, 25, 3_600));
    }

    @Override
    public LabReport run(LabRun run) {
        List<Contender> contenders = run.contendersOr(standard());
        run.expectParts(contenders.size());
        Duration triggerEnd = TRIGGER.plus(run.seconds("trigger"));
        Duration end = triggerEnd.plus(run.seconds("after"));
        int workers = Math.max(1, (int) Math.round(run.value("capacity") * SERVICE.toMillis() / 1_000));
        DependencyModel model = DependencyModel.healthy(workers, ServiceTime.of(ServiceTime.Shape.EXPONENTIAL, SERVICE))
                .fault(FaultWindow.slow(TRIGGER, triggerEnd, run.value("slowness")));
        double offered = run.value("load") * model.capacityPerSecond();
        LabTable.Builder table = LabTable.columns(
                "policy",
                "recovered",
                "well again after s",
                "goodput at the end %",
                "attempts per call",
                "work for callers that had left %");
        RunCharts overTime = new RunCharts();
        List<String> stuck = new ArrayList<>();
        List<String> free = new ArrayList<>();
        for (Contender contender : contenders) {
            SimulatedSystem system = new SimulatedSystem(run, model, SLICE, end);
            system.arrivals(List.of(system.caller(contender.policy(), Safety.readOnly())), offered, end);
            run.play(system.timeline, end);
            double goodput = system.users.successesOverTime().meanPerSecond(end.minus(LAST), end) / offered;
            boolean recovered = goodput >= RECOVERED;
            (recovered ? free : stuck).add("'" + contender.label() + "'");
            overTime.add(contender.label(), system);
            table.row(
                    contender.label(),
                    recovered ? "yes" : "no",
                    recovered ? (Object) wellAgain(system, offered, triggerEnd) : "never",
                    Math.min(1, goodput) * 100, // users come at random, so a few more may come than on average
                    system.users.attemptsPerCall(),
                    system.figures.wastedShare() * 100);
        }
        return run.report(verdict(run, stuck, free), contenders, table.build(), overTime.charts());
    }

    /** How long after the trigger the goodput was good, and stayed so. */
    private static double wellAgain(SimulatedSystem system, double offered, Duration triggerEnd) {
        double[] goodput = system.users.successesOverTime().perSecond();
        int last = goodput.length - 1;
        // A few calls end after their slice: noise of the arrivals is allowed for.
        while (last > 0 && goodput[last] >= offered * 0.85) {
            last--;
        }
        return Math.max(0, last + 1 - triggerEnd.toNanos() / 1e9);
    }

    private static String verdict(LabRun run, List<String> stuck, List<String> free) {
        String trigger = LabTable.said(run.value("trigger")) + " s of slowness";
        String after = LabTable.said(run.value("after")) + " s";
        if (stuck.isEmpty()) {
            return "After " + trigger + " the system recovers by itself with each of these policies.";
        }
        String end = stuck.size() == 1 ? " stays" : " stay";
        return trigger + " are enough: " + String.join(" and ", stuck) + end + " overloaded " + after
                + " after the cause is gone"
                + (free.isEmpty()
                        ? "."
                        : "; " + String.join(", ", free) + (free.size() == 1 ? " recovers." : " recover."));
    }

    private static List<Contender> standard() {
        RetryPolicy retrying = RetryPolicy.named("metastable")
                .maxAttempts(4)
                .backoff(Backoff.exponential(Duration.ofMillis(100)).fullJitter())
                .attemptTimeout(Duration.ofSeconds(1))
                .deadline(Duration.ofSeconds(10))
                .unlimitedBudget()
                .build();
        return List.of(
                new Contender("4 attempts", retrying),
                new Contender("no retries", retrying.toBuilder().maxAttempts(1).build()),
                new Contender(
                        "4 attempts, 10 % budget",
                        retrying.toBuilder().budget(RetryBudget.ratio(0.1)).build()),
                new Contender(
                        "4 attempts, breaker",
                        retrying.toBuilder()
                                .breaker(Breaker.failureRate(0.5)
                                        .over(Duration.ofSeconds(5))
                                        .coolDown(Duration.ofSeconds(5)))
                                .build()));
    }
}
