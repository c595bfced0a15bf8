package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.sim.DependencyModel;
import dev.oncemore.lab.sim.Destination;
import dev.oncemore.lab.sim.FaultWindow;
import dev.oncemore.lab.sim.ServiceLayer;
import dev.oncemore.lab.sim.ServiceTime;
import dev.oncemore.lab.sim.SimulatedCaller;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Services in a row that each retry the next one: attempts multiply, unless one layer owns the retries. */
final class LayersScenario extends DescribedScenario {
    private static final Duration USERS_UNTIL = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofMinutes(3);
    private static final ServiceTime SERVICE = ServiceTime.of(ServiceTime.Shape.FIXED, Duration.ofMillis(5));

    LayersScenario() {
        super(
                "layers",
                "How many requests reach a failing dependency for one request of a user?",
                false,
                new LabParameter("layers", "services in a row, each calling the next", 5, 1, 8),
                new LabParameter("attempts", "attempts of each, the first included", 3, 1, 10),
                new LabParameter("users", "requests of users a second", 10, 0.1, 10_000),
                new LabParameter("errors", "share that fails when the dependency is not down", 0.1, 0, 1));
    }

    @Override
    public LabReport run(LabRun run) {
        RetryPolicy base = run.policyOr(RetryPolicy.named("each layer")
                .maxAttempts(run.count("attempts"))
                .backoff(Backoff.exponential(Duration.ofMillis(50)).fullJitter())
                .noAttemptTimeout()
                .noDeadline()
                .build());
        RetryPolicy unlimited = base.toBuilder().unlimitedBudget().build();
        RetryPolicy budgeted = base.budget().isPresent()
                ? base
                : base.toBuilder().budget(RetryBudget.standard()).build();
        List<Way> ways = List.of(
                new Way("every layer retries", unlimited, false),
                new Way("every layer has a budget", budgeted, false),
                new Way("the first layer owns the retries", unlimited, true),
                new Way("one owner and a budget", budgeted, true));
        run.expectParts(2 * ways.size());
        LabTable.Builder table = LabTable.columns(
                "way",
                "requests per user, dependency down",
                "requests per user, some errors",
                "users served %, some errors");
        Comparison load = new Comparison();
        RunCharts overTime = new RunCharts();
        for (Way way : ways) {
            SimulatedSystem down = play(run, way, FaultWindow.crash(Duration.ZERO, END));
            double perUser = perUser(down);
            load.add(way.label, perUser);
            overTime.add(way.label, down);
            SimulatedSystem shaky = play(run, way, null);
            table.row(way.label, perUser, perUser(shaky), shaky.users.successShare() * 100);
        }
        String verdict = "While the dependency is down, " + run.count("layers") + " layers with " + base.maxAttempts()
                + " attempts each send it " + LabTable.said(load.of(ways.get(0).label))
                + " requests for one request of a user; if one layer owns the retries, "
                + LabTable.said(load.of(ways.get(2).label)) + ", and with a budget "
                + LabTable.said(load.of(ways.get(3).label)) + ".";
        List<Contender> settings =
                List.of(new Contender("without a budget", unlimited), new Contender("with a budget", budgeted));
        return run.report(
                verdict, settings, table.build(), overTime.arrivals("Requests at the dependency while it is down"));
    }

    private static double perUser(SimulatedSystem system) {
        return (double) system.figures.arrivals() / Math.max(1, system.users.calls());
    }

    private static SimulatedSystem play(LabRun run, Way way, @Nullable FaultWindow fault) {
        DependencyModel model = DependencyModel.healthy(1_000, SERVICE);
        model = fault == null ? model.errors(run.value("errors")) : model.fault(fault);
        SimulatedSystem system = new SimulatedSystem(run, model, Duration.ofSeconds(1), END);
        Destination next = system.dependency;
        for (int layer = run.count("layers"); layer > 1; layer--) {
            SimulatedCaller caller = system.inner(way.policy, Safety.readOnly(), next);
            next = new ServiceLayer(system.timeline, null, caller, false, way.hasOwner, system.random.split());
        }
        system.arrivals(List.of(system.outer(way.policy, Safety.readOnly(), next)), run.value("users"), USERS_UNTIL);
        run.play(system.timeline, END);
        return system;
    }

    private record Way(String label, RetryPolicy policy, boolean hasOwner) {}
}
