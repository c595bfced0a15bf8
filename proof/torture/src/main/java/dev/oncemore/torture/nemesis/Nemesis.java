package dev.oncemore.torture.nemesis;

import dev.oncemore.torture.net.Context;
import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Kills and pauses processes on one store. The seed determines the schedule of faults, but real processes decide where they hit,
 * so no run is an exact replay of another.
 */
public final class Nemesis implements Suite {
    private static final int KILLS = 20;
    private static final int PAUSES = 20;

    private final String store;

    /** A nemesis for this store: {@code sqlite}, {@code postgres}, {@code mariadb} or {@code redis}. */
    public Nemesis(String store) {
        this.store = store;
    }

    @Override
    public String name() {
        return "nemesis " + store;
    }

    @Override
    public boolean isWanted(Context context) {
        boolean ofStores = context.stores().isEmpty() || context.stores().contains(store);
        boolean ofFaults = context.kills().isPresent()
                || context.pauses().isPresent()
                || !context.stores().isEmpty();
        return ofStores && ofFaults && !context.planted();
    }

    @Override
    public Report run(Context context) throws Exception {
        long seed = context.seed().orElseGet(System::nanoTime);
        if (!Signals.areThere()) {
            return new Report(
                    name(),
                    seed,
                    0,
                    0,
                    Map.of(),
                    List.of("not run: kills and pauses need POSIX signals, which this system does not have"),
                    List.of(),
                    0);
        }
        long start = System.nanoTime();
        boolean isSaid = context.kills().isPresent() || context.pauses().isPresent();
        Campaign.Plan plan = new Campaign.Plan(
                name(),
                context.nodes(),
                context.kills().orElse(isSaid ? 0 : KILLS),
                context.pauses().orElse(isSaid ? 0 : PAUSES),
                seed,
                start + context.time().toNanos());
        try (SharedStore shared = SharedStore.open(store);
                Campaign campaign = new Campaign(shared, plan, context.progress())) {
            campaign.run();
            return report(plan, campaign, start);
        }
    }

    private Report report(Campaign.Plan plan, Campaign campaign, long startNanos) {
        CampaignCounters counters = campaign.counters();
        double seconds = (System.nanoTime() - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
        List<String> facts = new ArrayList<>();
        facts.add("nodes: %d; the seed fixes the schedule of faults, but real processes allow no exact replay"
                .formatted(plan.nodes()));
        if (counters.faults("kills") < plan.kills() || counters.faults("pauses") < plan.pauses()) {
            facts.add("the time ran out before all %d kills and %d pauses were done; allow more --minutes"
                    .formatted(plan.kills(), plan.pauses()));
        }
        for (String counted : List.of(
                "keys judged",
                "tasks judged",
                "takeovers of records",
                "takeovers and retries of tasks",
                "late effects refused",
                "stale runs told")) {
            facts.add("%s: %,d".formatted(counted, counters.counted(counted)));
        }
        facts.add(String.format(
                Locale.ROOT, "longest until a stale run was told: %.2f s", counters.toldMillisMax() / 1_000.0));
        facts.add(String.format(
                Locale.ROOT, "longest in progress after the faults: %.2f s", counters.inProgressMillisMax() / 1_000.0));
        facts.add(String.format(
                Locale.ROOT, "longest until all tasks had ended: %.2f s", counters.drainedMillisMax() / 1_000.0));
        campaign.violations()
                .byRule()
                .forEach((rule, times) -> facts.add("broken %,d times: %s".formatted(times, rule)));
        return new Report(
                name(),
                plan.seed(),
                counters.counted("keys judged") + counters.counted("tasks judged"),
                seconds,
                counters.faults(),
                facts,
                campaign.violations().kept(),
                campaign.violations().count());
    }
}
