package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.sim.DependencyModel;
import dev.oncemore.lab.sim.Destination;
import dev.oncemore.lab.sim.ServiceLayer;
import dev.oncemore.lab.sim.ServiceTime;
import dev.oncemore.lab.sim.SimulatedCaller;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A chain of services, each with a time limit of its own, or with what is left of the user's. */
final class DeadlineScenario extends DescribedScenario {
    private static final Duration USERS_UNTIL = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofMinutes(2);

    DeadlineScenario() {
        super(
                "deadline",
                "How long does a chain of services work for a user who has left?",
                false,
                new LabParameter(
                        "deadline", "how long a user waits, and each service for the next, in s", 2, 0.01, 600),
                new LabParameter("work", "how long each service works by itself, in s", 0.4, 0.001, 600),
                new LabParameter("slow", "share of requests for which it works longer", 0.2, 0, 1),
                new LabParameter("slow-work", "how long that is, in s", 1.99, 0.001, 600),
                new LabParameter("services", "services in a row before the dependency", 2, 1, 8),
                new LabParameter("users", "requests of users a second", 20, 0.1, 10_000));
    }

    @Override
    public LabReport run(LabRun run) {
        Duration limit = run.seconds("deadline");
        if (run.value("slow-work") < run.value("work")) {
            throw new IllegalArgumentException("'slow-work' (" + LabTable.said(run.value("slow-work"))
                    + " s) must not be shorter than 'work' (" + LabTable.said(run.value("work")) + " s)");
        }
        RetryPolicy policy = run.policyOr(RetryPolicy.named("chain")
                .maxAttempts(1)
                .attemptTimeout(limit)
                .deadline(limit)
                .unlimitedBudget()
                .build());
        run.expectParts(2);
        Chain without = play(run, policy, false);
        Chain with = play(run, policy, true);
        LabTable table = LabTable.columns(
                        "chain",
                        "users served %",
                        "longest work for one user s",
                        "work for users who had left %",
                        "requests at the dependency")
                .row(without.cells("each service has its own limit"))
                .row(with.cells("what is left is passed on"))
                .build();
        RunCharts overTime = new RunCharts();
        overTime.add("each its own limit", without.system);
        overTime.add("passed on", with.system);
        String verdict = "A user waits " + LabTable.said(limit.toMillis() / 1e3) + " s; without a deadline that is"
                + " passed on, the chain works up to " + LabTable.said(without.longestSeconds)
                + " s for one request, and " + LabTable.said(without.system.figures.wastedShare() * 100)
                + " % of the dependency's work is for users who have left; with it, up to "
                + LabTable.said(with.longestSeconds) + " s and "
                + LabTable.said(with.system.figures.wastedShare() * 100) + " %.";
        return run.report(verdict, List.of(new Contender("chain", policy)), table, overTime.charts());
    }

    private static Chain play(LabRun run, RetryPolicy policy, boolean isPassedOn) {
        ServiceTime work = ServiceTime.of(ServiceTime.Shape.FIXED, run.seconds("work"))
                .slow(run.value("slow"), run.value("slow-work") / run.value("work"));
        DependencyModel model = DependencyModel.healthy(DependencyModel.WORKERS_MAX / 100, work);
        SimulatedSystem system =
                new SimulatedSystem(run, isPassedOn ? model.droppingExpired() : model, Duration.ofSeconds(1), END);
        Chain chain = new Chain(system);
        Destination next = system.dependency;
        for (int service = run.count("services"); service > 0; service--) {
            SimulatedCaller caller = system.inner(policy, Safety.readOnly(), next);
            ServiceLayer layer =
                    new ServiceLayer(system.timeline, work, caller, isPassedOn, true, system.random.split());
            chain.layers.add(layer);
            next = layer;
        }
        system.arrivals(List.of(system.outer(policy, Safety.readOnly(), next)), run.value("users"), USERS_UNTIL);
        run.play(system.timeline, END);
        chain.longestSeconds = system.figures.longestWorkSeconds();
        for (ServiceLayer layer : chain.layers) {
            chain.longestSeconds = Math.max(chain.longestSeconds, layer.longestWorkSeconds());
        }
        chain.layers.clear(); // with the calls that wait in them
        return chain;
    }

    private static final class Chain {
        final SimulatedSystem system;
        final List<ServiceLayer> layers = new ArrayList<>();
        double longestSeconds;

        Chain(SimulatedSystem system) {
            this.system = system;
        }

        Object[] cells(String label) {
            return new Object[] {
                label,
                system.users.successShare() * 100,
                longestSeconds,
                system.figures.wastedShare() * 100,
                system.figures.arrivals()
            };
        }
    }
}
