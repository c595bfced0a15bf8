package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.sim.DependencyModel;
import dev.oncemore.lab.sim.ServiceTime;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;

/** A few slow requests among many fast ones: what a second copy wins, and what it costs. */
final class HedgeScenario extends DescribedScenario {
    private static final Duration END = Duration.ofMinutes(2);
    private static final Duration MEAN = Duration.ofMillis(20);

    HedgeScenario() {
        super(
                "hedge",
                "What does a second copy of slow requests win, and what does it cost?",
                true,
                new LabParameter("load", "share of the capacity that users need", 0.4, 0.01, 2),
                new LabParameter("slow", "share of requests that are slow", 0.02, 0, 1),
                new LabParameter("slowness", "how many times longer those take", 20, 1, 1_000));
    }

    @Override
    public LabReport run(LabRun run) {
        RetryPolicy plain = RetryPolicy.preset("api").renamed("plain");
        List<Contender> contenders = run.contendersOr(List.of(
                new Contender("no hedge", plain),
                new Contender(
                        "hedge after p95",
                        plain.toBuilder().hedge(Hedge.afterP95()).build())));
        run.expectParts(contenders.size());
        DependencyModel model = DependencyModel.healthy(
                40, ServiceTime.of(ServiceTime.Shape.EXPONENTIAL, MEAN).slow(run.value("slow"), run.value("slowness")));
        LabTable.Builder table =
                LabTable.columns("policy", "p50 ms", "p95 ms", "p99 ms", "p99.9 ms", "second copies", "load added %");
        Comparison tail = new Comparison();
        Comparison load = new Comparison();
        RunCharts overTime = new RunCharts();
        for (Contender contender : contenders) {
            SimulatedSystem system = new SimulatedSystem(run, model, Duration.ofSeconds(1), END);
            system.arrivals(
                    List.of(system.caller(contender.policy(), Safety.readOnly())),
                    run.value("load") * model.capacityPerSecond(),
                    END);
            run.play(system.timeline, END);
            double p99 = system.users.latency().millisAt(0.99);
            tail.add(contender.label(), p99);
            double added = (system.users.attemptsPerCall() - 1) * 100;
            load.add(contender.label(), added);
            overTime.add(contender.label(), system);
            table.row(
                    contender.label(),
                    system.users.latency().millisAt(0.5),
                    system.users.latency().millisAt(0.95),
                    p99,
                    system.users.latency().millisAt(0.999),
                    system.users.hedges(),
                    added);
        }
        String verdict = tail.ratio() < Comparison.NOTICEABLE
                ? "It makes no difference here: one call in a hundred takes over " + LabTable.said(tail.most())
                        + " ms with each policy."
                : "One call in a hundred takes over " + LabTable.said(tail.least()) + " ms with '" + tail.best()
                        + "' instead of over " + LabTable.said(tail.most()) + " ms with '" + tail.worst() + "', for "
                        + LabTable.said(load.of(tail.best())) + " % more requests instead of "
                        + LabTable.said(load.of(tail.worst())) + " %.";
        return run.report(verdict, contenders, table.build(), overTime.charts());
    }
}
