package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabChart;
import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.sim.DependencyModel;
import dev.oncemore.lab.sim.ServiceTime;
import dev.oncemore.lab.sim.SimulatedCaller;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The same load from few or many processes, each with a budget or a breaker of its own: what each of them sees of a
 * dependency that fails in part, and what it makes of that.
 */
final class BudgetVersusBreakerScenario extends DescribedScenario {
    private static final Duration END = Duration.ofSeconds(60);
    private static final int[] CLIENTS = {10, 100, 1_000};
    private static final double[] FAILURES = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};

    BudgetVersusBreakerScenario() {
        super(
                "budget-vs-breaker",
                "A budget or a breaker: which keeps load away without refusing what would have worked?",
                true,
                new LabParameter("users", "requests of users a second, of all clients together", 500, 1, 10_000),
                new LabParameter("errors", "share of requests that fail, in the table", 0.5, 0, 1));
    }

    @Override
    public LabReport run(LabRun run) {
        List<Contender> contenders = run.contendersOr(standard());
        run.expectParts(contenders.size() * (CLIENTS.length + FAILURES.length));
        LabTable.Builder table = LabTable.columns(
                "policy", "clients", "users served %", "requests per user", "requests per user when down");
        Comparison least = new Comparison();
        Comparison most = new Comparison();
        Comparison load = new Comparison();
        LabChart.Builder served =
                LabChart.of("served", "Users served, 100 clients", "% of requests that fail", "%", percent(FAILURES));
        LabChart.Builder requests = LabChart.of(
                "load", "Requests per user, 100 clients", "% of requests that fail", "requests", percent(FAILURES));
        for (Contender contender : contenders) {
            double[] servedShares = new double[FAILURES.length];
            double[] loads = new double[FAILURES.length];
            for (int i = 0; i < FAILURES.length; i++) {
                SimulatedSystem system = play(run, contender.policy(), CLIENTS[1], FAILURES[i]);
                servedShares[i] = system.users.successShare() * 100;
                loads[i] = system.users.attemptsPerCall();
            }
            served.line(contender.label(), servedShares);
            requests.line(contender.label(), loads);
            double down = loads[FAILURES.length - 1];
            load.add(contender.label(), down);
            double servedLeast = Double.MAX_VALUE;
            double servedMost = 0;
            for (int clients : CLIENTS) {
                SimulatedSystem system = play(run, contender.policy(), clients, run.value("errors"));
                double share = system.users.successShare() * 100;
                servedLeast = Math.min(servedLeast, share);
                servedMost = Math.max(servedMost, share);
                table.row(
                        contender.label(),
                        clients,
                        share,
                        system.users.attemptsPerCall(),
                        clients == CLIENTS[1] ? (Object) down : "");
            }
            least.add(contender.label(), servedLeast);
            most.add(contender.label(), servedMost);
        }
        String verdict = "When " + LabTable.said(run.value("errors") * 100) + " % of requests fail, "
                + served(contenders, least, most) + ", depending on how many clients share the load; when it is down,"
                + " they send it "
                + contenders.stream()
                        .map(one -> LabTable.said(load.of(one.label())))
                        .collect(Collectors.joining(", "))
                + " requests per user.";
        return run.report(verdict, contenders, table.build(), List.of(served.build(), requests.build()));
    }

    private static String served(List<Contender> contenders, Comparison least, Comparison most) {
        return contenders.stream()
                .map(one -> "'" + one.label() + "' serves "
                        + range(LabTable.said(least.of(one.label())), LabTable.said(most.of(one.label())))
                        + " % of users")
                .collect(Collectors.joining(", "));
    }

    private static String range(String least, String most) {
        return least.equals(most) ? most : least + " to " + most;
    }

    private static SimulatedSystem play(LabRun run, RetryPolicy policy, int clients, double failures) {
        SimulatedSystem system = new SimulatedSystem(
                run,
                DependencyModel.healthy(10_000, ServiceTime.of(ServiceTime.Shape.FIXED, Duration.ofMillis(10)))
                        .errors(failures),
                Duration.ofSeconds(1),
                END);
        List<SimulatedCaller> callers = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            callers.add(system.caller(policy, Safety.readOnly()));
        }
        system.arrivals(callers, run.value("users"), END);
        run.play(system.timeline, END.plusSeconds(30));
        return system;
    }

    private static double[] percent(double[] shares) {
        double[] percents = new double[shares.length];
        for (int i = 0; i < percents.length; i++) {
            percents[i] = Math.round(shares[i] * 100);
        }
        return percents;
    }

    private static List<Contender> standard() {
        RetryPolicy plain = RetryPolicy.named("plain")
                .maxAttempts(3)
                .backoff(Backoff.exponential(Duration.ofMillis(50)).fullJitter())
                .unlimitedBudget()
                .build();
        Breaker breaker = Breaker.failureRate(0.5).over(Duration.ofSeconds(10)).coolDown(Duration.ofSeconds(5));
        return List.of(
                new Contender("retries without a limit", plain),
                new Contender(
                        "budget of 20 %",
                        plain.toBuilder()
                                .budget(RetryBudget.ratio(0.2).floor(1))
                                .build()),
                new Contender(
                        "breaker at 50 %", plain.toBuilder().breaker(breaker).build()));
    }
}
