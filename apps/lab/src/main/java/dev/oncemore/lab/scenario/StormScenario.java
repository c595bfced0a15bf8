package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.sim.ClosedLoop;
import dev.oncemore.lab.sim.DependencyModel;
import dev.oncemore.lab.sim.FaultWindow;
import dev.oncemore.lab.sim.ServiceTime;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;

/**
 * Clients that lose their connection in the same instant. Each calls again until it is served; those that wait exactly
 * equally long come back together, and a dependency that has just recovered is down again.
 */
final class StormScenario extends DescribedScenario {
    private static final Duration SLICE = Duration.ofMillis(100);
    private static final Duration SERVICE = Duration.ofMillis(20);
    private static final Duration CRASH = Duration.ofSeconds(5);
    private static final Duration THINK = Duration.ofSeconds(2);
    private static final int QUEUE_PER_WORKER = 10;

    StormScenario() {
        super(
                "storm",
                "What hits a dependency when it comes back after an outage?",
                true,
                new LabParameter("clients", "clients that lose their connection together", 1_000, 1, 1_000_000),
                new LabParameter("capacity", "requests a second that the dependency can work on", 800, 50, 1_000_000),
                new LabParameter("outage", "how long it is down, in seconds", 5, 0.1, 600),
                new LabParameter("after", "how long to look on afterwards, in seconds", 15, 1, 3_600));
    }

    @Override
    public LabReport run(LabRun run) {
        List<Contender> contenders = run.contendersOr(standard());
        run.expectParts(contenders.size());
        Duration recovery = CRASH.plus(run.seconds("outage"));
        Duration end = recovery.plus(run.seconds("after"));
        int workers = Math.max(1, (int) Math.round(run.value("capacity") * SERVICE.toMillis() / 1_000));
        DependencyModel model = DependencyModel.healthy(workers, ServiceTime.of(ServiceTime.Shape.UNIFORM, SERVICE))
                .queue(workers * QUEUE_PER_WORKER)
                .fault(FaultWindow.crash(CRASH, recovery));
        LabTable.Builder table = LabTable.columns(
                "policy",
                "peak attempts/s after recovery",
                "of capacity",
                "attempts in all",
                "refused",
                "clients served again %",
                "last client served after s");
        Comparison peaks = new Comparison();
        RunCharts overTime = new RunCharts();
        for (Contender contender : contenders) {
            SimulatedSystem system = new SimulatedSystem(run, model, SLICE, end);
            ClosedLoop clients = new ClosedLoop(
                    system.timeline,
                    system.caller(contender.policy(), Safety.readOnly()),
                    run.count("clients"),
                    THINK,
                    end,
                    system.random.split());
            clients.start();
            clients.callAllAt(CRASH);
            run.play(system.timeline, end);
            double peak = system.users.attemptsOverTime().peakPerSecond(recovery);
            peaks.add(contender.label(), peak);
            table.row(
                    contender.label(),
                    peak,
                    LabTable.written(peak / model.capacityPerSecond()) + " ×",
                    system.users.attempts(),
                    system.figures.refusals(),
                    clients.satisfiedShare() * 100,
                    clients.allSatisfiedSeconds() == 0
                            ? "not all"
                            : (Object) (clients.allSatisfiedSeconds() - recovery.toNanos() / 1e9));
            overTime.add(contender.label(), system);
        }
        return run.report(verdict(peaks, model), contenders, table.build(), overTime.charts());
    }

    private static String verdict(Comparison peaks, DependencyModel model) {
        String capacity = LabTable.said(model.capacityPerSecond());
        if (peaks.ratio() < Comparison.NOTICEABLE) {
            return "It makes no difference here: the dependency, which can do " + capacity + " a second, comes back to "
                    + LabTable.said(peaks.most()) + " attempts a second at most.";
        }
        if (peaks.least() == 0) {
            return "With '" + peaks.worst() + "' the dependency comes back to " + LabTable.said(peaks.most())
                    + " attempts a second, with '" + peaks.best() + "' to none while this run lasts; it can do "
                    + capacity + ".";
        }
        return "With '" + peaks.worst() + "' the dependency comes back to " + LabTable.said(peaks.most())
                + " attempts a second, " + LabTable.said(peaks.ratio()) + " times the peak of '" + peaks.best()
                + "'; it can do " + capacity + ".";
    }

    private static List<Contender> standard() {
        Backoff backoff = Backoff.exponential(Duration.ofMillis(100)).cap(Duration.ofSeconds(2));
        return List.of(
                contender("no jitter", backoff.noJitter()),
                contender("equal jitter", backoff.equalJitter()),
                contender("full jitter", backoff.fullJitter()),
                contender("decorrelated jitter", backoff.decorrelatedJitter()));
    }

    private static Contender contender(String label, Backoff backoff) {
        return new Contender(
                label,
                RetryPolicy.named("storm")
                        .maxAttempts(20)
                        .backoff(backoff)
                        .attemptTimeout(Duration.ofSeconds(2))
                        .deadline(Duration.ofMinutes(1))
                        .unlimitedBudget()
                        .build());
    }
}
