package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.sim.DependencyModel;
import dev.oncemore.lab.sim.FaultWindow;
import dev.oncemore.lab.sim.Reply;
import dev.oncemore.lab.sim.ServiceTime;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;

/** The defaults of the AWS SDKs before and from November 2026, through errors and throttling. */
final class AwsScenario extends DescribedScenario {
    private static final Duration SLICE = Duration.ofSeconds(1);
    private static final Duration END = Duration.ofMinutes(3);
    private static final Duration ERRORS_FROM = Duration.ofSeconds(20);
    private static final Duration ERRORS_TO = Duration.ofSeconds(80);

    AwsScenario() {
        super(
                "aws-2026",
                "What do the new retry defaults of the AWS SDKs change?",
                true,
                new LabParameter("users", "requests of users a second", 200, 1, 10_000),
                new LabParameter("errors", "share of requests that fail in the second minute", 0.5, 0, 1),
                new LabParameter("limit", "requests a second that are not throttled", 220, 1, 100_000));
    }

    @Override
    public LabReport run(LabRun run) {
        List<Contender> contenders = run.contendersOr(List.of(
                new Contender("before", before()), new Contender("from 2026 on", RetryPolicy.preset("aws-2026"))));
        run.expectParts(contenders.size());
        DependencyModel model = DependencyModel.healthy(
                        1_000, ServiceTime.of(ServiceTime.Shape.EXPONENTIAL, Duration.ofMillis(20)))
                .throttledAt(run.count("limit"))
                .fault(FaultWindow.errors(ERRORS_FROM, ERRORS_TO, run.value("errors")));
        LabTable.Builder table = LabTable.columns(
                "policy", "served %", "requests per user", "peak requests/s", "throttled", "mean latency ms", "p99 ms");
        Comparison load = new Comparison();
        Comparison unserved = new Comparison();
        RunCharts overTime = new RunCharts();
        for (Contender contender : contenders) {
            SimulatedSystem system = new SimulatedSystem(run, model, SLICE, END);
            system.arrivals(List.of(system.caller(contender.policy(), Safety.readOnly())), run.value("users"), END);
            run.play(system.timeline, END);
            double peak = system.users.attemptsOverTime().peakPerSecond(Duration.ZERO);
            load.add(contender.label(), peak);
            unserved.add(contender.label(), 100 - system.users.successShare() * 100);
            overTime.add(contender.label(), system);
            table.row(
                    contender.label(),
                    system.users.successShare() * 100,
                    system.users.attemptsPerCall(),
                    peak,
                    system.users.failedBy(Reply.THROTTLED),
                    system.users.latency().meanMillis(),
                    system.users.latency().millisAt(0.99));
        }
        String verdict = "Through a minute of errors, '" + load.best() + "' peaks at " + LabTable.said(load.least())
                + " requests a second and serves " + LabTable.said(100 - unserved.of(load.best())) + " % of users; '"
                + load.worst() + "' peaks at " + LabTable.said(load.most()) + " and serves "
                + LabTable.said(100 - unserved.of(load.worst())) + " %.";
        return run.report(verdict, contenders, table.build(), overTime.charts());
    }

    /** The earlier standard mode, with the numbers of the JavaScript SDK (its middleware-retry, constants.ts). */
    private static RetryPolicy before() {
        return RetryPolicy.preset("aws-2026").toBuilder()
                .backoff(Backoff.exponential(Duration.ofMillis(100))
                        .cap(Duration.ofSeconds(20))
                        .fullJitter()
                        .base(FailureKind.THROTTLED, Duration.ofMillis(500)))
                .budget(RetryBudget.ratio(1)
                        .floor(500)
                        .window(Duration.ofMinutes(1))
                        .cost(FailureKind.TRANSIENT, 5)
                        .cost(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, 10)
                        .cost(FailureKind.THROTTLED, 5))
                .build();
    }
}
