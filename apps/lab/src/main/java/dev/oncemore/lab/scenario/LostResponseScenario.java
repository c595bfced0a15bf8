package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.sim.DependencyModel;
import dev.oncemore.lab.sim.ServiceTime;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Responses that are lost after the effect: the caller cannot tell them from requests that never arrived. */
final class LostResponseScenario extends DescribedScenario {
    private static final ServiceTime SERVICE = ServiceTime.of(ServiceTime.Shape.EXPONENTIAL, Duration.ofMillis(30));
    private static final Duration AFTERWARDS = Duration.ofSeconds(60);

    LostResponseScenario() {
        super(
                "lost-response",
                "What becomes of payments whose response is lost?",
                false,
                new LabParameter("payments", "payments a second", 500, 0.1, 100_000),
                new LabParameter("seconds", "how long they come", 100, 1, 3_600),
                new LabParameter("lost", "share of responses that are lost", 0.01, 0, 1),
                new LabParameter("errors", "share of requests that fail before the effect", 0.01, 0, 1));
    }

    @Override
    public LabReport run(LabRun run) {
        RetryPolicy policy = run.policyOr(RetryPolicy.preset("api").renamed("payments"));
        RetryPolicy single = policy.toBuilder().maxAttempts(1).build();
        List<Way> ways = List.of(
                new Way("no retries", single, Safety.undeclared(), false),
                new Way("retries, without keys", policy, Safety.idempotent(), false),
                new Way("retries only where safe", policy, Safety.undeclared(), false),
                new Way("retries with keys", policy, Safety.keyed("payment"), true));
        run.expectParts(ways.size());
        Duration until = run.seconds("seconds");
        Duration end = until.plus(AFTERWARDS);
        DependencyModel model = DependencyModel.healthy(DependencyModel.WORKERS_MAX / 100, SERVICE)
                .errors(run.value("errors"))
                .lost(run.value("lost"));
        LabTable.Builder table = LabTable.columns(
                "way", "payments", "confirmed %", "charged twice or more", "failed, not charged", "nobody knows");
        RunCharts overTime = new RunCharts();
        Comparison duplicates = new Comparison();
        Comparison unserved = new Comparison();
        for (Way way : ways) {
            SimulatedSystem system =
                    new SimulatedSystem(run, way.hasKeys ? model.keepingKeys() : model, Duration.ofSeconds(1), until);
            system.arrivals(List.of(system.caller(way.policy, way.safety)), run.value("payments"), until);
            run.play(system.timeline, end);
            duplicates.add(way.label, (double) system.figures.duplicates());
            unserved.add(way.label, 100 - system.users.successShare() * 100);
            overTime.add(way.label, system);
            table.row(
                    way.label,
                    system.users.calls(),
                    percent(system.users.successShare()),
                    system.figures.duplicates(),
                    system.users.failures() - system.users.doubtful(),
                    system.users.doubtful());
        }
        String careless = ways.get(1).label;
        String keyed = ways.get(3).label;
        String verdict = "Of " + LabTable.written(overTime.calls()) + " payments, retries without keys charge "
                + LabTable.written((long) duplicates.of(careless)) + " a second time; with keys "
                + (duplicates.of(keyed) == 0 ? "none" : LabTable.written((long) duplicates.of(keyed))) + ", and "
                + percent(1 - unserved.of(keyed) / 100) + " % are confirmed instead of "
                + percent(1 - unserved.of(ways.get(0).label) / 100) + " % without retries.";
        return run.report(verdict, List.of(new Contender("payments", policy)), table.build(), overTime.charts());
    }

    /** Two decimals, because the last percent is the subject. */
    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f", share * 100);
    }

    private record Way(String label, RetryPolicy policy, Safety safety, boolean hasKeys) {}
}
