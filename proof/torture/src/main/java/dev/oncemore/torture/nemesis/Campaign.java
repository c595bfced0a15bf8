package dev.oncemore.torture.nemesis;

import dev.oncemore.OncemoreException;
import dev.oncemore.torture.nemesis.node.Workload;
import dev.oncemore.torture.net.ProgressLine;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Rounds of faults on the nodes of one store; after the faults, each round audits every key and task it used. */
final class Campaign implements AutoCloseable {
    private static final int FAULTS_A_ROUND = 40;
    private static final long LOOK_MILLIS = 100;
    private static final long QUIET_SECONDS_MAX = 30;

    private final Plan plan;
    private final ProgressLine progress;
    private final ViolationLog violations;
    private final CampaignCounters counters = new CampaignCounters();
    private final NodeLedger ledger;
    private final Fleet fleet;
    private final List<FaultDriver> drivers = new ArrayList<>();
    private final Auditor auditor;
    private final Optional<SqlAuditor> sqlAuditor;
    private final ExecutorService threads;
    private int round;

    /**
     * The quota and limits of a campaign.
     *
     * @param title the name on the progress line
     * @param nodes how many processes
     * @param kills how many are to be killed
     * @param pauses how many are to be paused
     * @param seed what the schedule of faults comes from
     * @param endNanos when to stop, even if the quota is not done
     */
    record Plan(String title, int nodes, int kills, int pauses, long seed, long endNanos) {}

    Campaign(SharedStore store, Plan plan, ProgressLine progress) throws IOException, InterruptedException {
        this.plan = plan;
        this.progress = progress;
        violations = new ViolationLog(progress);
        Random seeds = new Random(plan.seed);
        int leaseMillis = (int) Workload.LEASE.toMillis();
        ledger = new NodeLedger(violations, counters, leaseMillis, seeds.nextLong());
        auditor = new Auditor(store, ledger, violations, counters);
        sqlAuditor = store.sql().map(sql -> new SqlAuditor(sql, store.records(), ledger, violations, counters));
        threads = Executors.newFixedThreadPool(plan.nodes);
        fleet = new Fleet(store.address(), plan.nodes, ledger, seeds.nextLong());
        for (int i = 0; i < plan.nodes; i++) {
            drivers.add(new FaultDriver(fleet, i, ledger, counters, seeds.nextLong(), leaseMillis));
        }
    }

    CampaignCounters counters() {
        return counters;
    }

    ViolationLog violations() {
        return violations;
    }

    void run() throws InterruptedException, IOException, SQLException {
        long kills = 0;
        long pauses = 0;
        while ((kills < plan.kills || pauses < plan.pauses) && System.nanoTime() - plan.endNanos < 0) {
            double share = Math.min(1, FAULTS_A_ROUND / (double) (plan.kills - kills + plan.pauses - pauses));
            int killsNow = (int) Math.ceil((plan.kills - kills) * share);
            int pausesNow = (int) Math.ceil((plan.pauses - pauses) * share);
            round(new Quota(killsNow, pausesNow, plan.endNanos));
            kills = counters.faults("kills");
            pauses = counters.faults("pauses");
        }
    }

    private void round(Quota quota) throws InterruptedException, IOException, SQLException {
        round++;
        fleet.beginRound(round);
        List<CompletableFuture<Void>> driving = new ArrayList<>();
        drivers.forEach(driver -> driving.add(CompletableFuture.runAsync(() -> drive(driver, quota), threads)));
        CompletableFuture<Void> all = CompletableFuture.allOf(driving.toArray(CompletableFuture<?>[]::new));
        while (!all.isDone()) {
            Thread.sleep(LOOK_MILLIS);
            ledger.requireStaleRunsTold();
            progress.show(line());
        }
        requireCarriedOut(all);
        audit();
        progress.show(line());
    }

    private static void drive(FaultDriver driver, Quota quota) {
        try {
            driver.run(quota);
        } catch (InterruptedException | IOException e) {
            throw new OncemoreException("faults could not be carried out", e);
        }
    }

    private static void requireCarriedOut(CompletableFuture<Void> all) throws InterruptedException {
        try {
            all.get();
        } catch (ExecutionException e) {
            throw new OncemoreException("faults could not be carried out: " + e.getCause(), e);
        }
    }

    private void audit() throws InterruptedException, IOException, SQLException {
        for (int i = 0; i < fleet.size(); i++) {
            fleet.requireAlive(fleet.member(i));
            fleet.awaitWorking(i);
        }
        fleet.members().forEach(member -> member.send("calm", Integer.toString(round)));
        long calm = System.nanoTime();
        awaitQuiet(calm);
        auditor.audit(calm);
        if (sqlAuditor.isPresent()) {
            sqlAuditor.get().auditEffects(round);
            sqlAuditor.get().auditTasks(calm);
        }
        ledger.requireStaleRunsTold();
        ledger.forget();
    }

    /** Waits until running requests have ended. */
    private void awaitQuiet(long calmNanos) throws InterruptedException {
        for (NodeProcess member : fleet.members()) {
            while (!member.wasQuietIn(round)) {
                if (System.nanoTime() - calmNanos > TimeUnit.SECONDS.toNanos(QUIET_SECONDS_MAX)) {
                    Timeline timeline = violations.timeline(member.name);
                    timeline.add("its requests have not ended " + QUIET_SECONDS_MAX + " s after the faults");
                    violations.broken("a call ends when the faults have ended", timeline);
                    return;
                }
                Thread.sleep(5);
            }
        }
    }

    private String line() {
        return "%s: %d of %d kills, %d of %d pauses, %d keys, %d tasks, %d violations"
                .formatted(
                        plan.title,
                        counters.faults("kills"),
                        plan.kills,
                        counters.faults("pauses"),
                        plan.pauses,
                        counters.counted("keys judged"),
                        counters.counted("tasks judged"),
                        violations.count());
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        fleet.close();
    }
}
