package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The targets of tasks; cases that were not measured have none. */
final class TaskTargets {
    private static final double DRAIN_RATIO_MIN = 6;
    private static final double FLOW_RATIO_MIN = 4;
    private static final double ENQUEUE_RATIO_MIN = 4;
    private static final double PICK_UP_MILLIS_MAX = 20;
    private static final double IDLE_QUERIES_MAX = 1.5;
    private static final double RECOVERY_SECONDS_MAX = 5;
    private static final double OLD_SNAPSHOT_RATIO_MIN = 0.5;
    private static final double LANES_RATIO_MIN = 0.6;
    private static final double CLAIM_RATIO_MAX = 2;
    private static final double HEAP_MEGABYTES_MAX = 128;
    private static final double SQLITE_TASKS_MIN = 10_000;

    private final Figures figures;
    private final List<Target> targets = new ArrayList<>();

    private TaskTargets(Figures figures) {
        this.figures = figures;
    }

    static List<Target> of(Figures figures) {
        TaskTargets judge = new TaskTargets(figures);
        judge.bestPeer(TaskCase.DRAIN, DRAIN_RATIO_MIN);
        judge.bestPeer(TaskCase.FLOW, FLOW_RATIO_MIN);
        judge.bestPeer(TaskCase.ENQUEUE, ENQUEUE_RATIO_MIN);
        judge.atMost(TaskCase.JOINED.toString(), Joined.STATEMENTS, 1);
        judge.atMost(TaskCase.JOINED.toString(), Joined.COMMITS, 0);
        judge.atMost(PickUp.HERE, PickUp.P99, PICK_UP_MILLIS_MAX);
        judge.atMost(PickUp.ELSEWHERE, PickUp.P99, PICK_UP_MILLIS_MAX);
        judge.atMost(PickUp.HERE, PickUp.QUERIES, IDLE_QUERIES_MAX);
        judge.atMost(TaskCase.RECOVERY.toString(), Recovery.SECONDS, RECOVERY_SECONDS_MAX);
        judge.hindered(TaskCase.OLD_SNAPSHOT, OLD_SNAPSHOT_RATIO_MIN);
        judge.claims();
        judge.atMost(ManyWaiting.MANY, ManyWaiting.HEAP, HEAP_MEGABYTES_MAX);
        judge.hindered(TaskCase.LANES, LANES_RATIO_MIN);
        judge.sqlite();
        return judge.targets;
    }

    private void bestPeer(TaskCase inCase, double atLeast) {
        Peers.ALL.stream()
                .flatMap(peer -> figures.find(inCase.toString(), peer, Match.THROUGHPUT).stream())
                .max(Comparator.comparingDouble(Figure::value))
                .ifPresent(best -> ratio(inCase, best, atLeast));
    }

    private void hindered(TaskCase inCase, double atLeast) {
        figures.find(inCase.toString(), TaskRun.UNHINDERED, Match.THROUGHPUT)
                .ifPresent(unhindered -> ratio(inCase, unhindered, atLeast));
    }

    private void ratio(TaskCase inCase, Figure reference, double atLeast) {
        double ours = figures.value(inCase.toString(), Subject.ONCEMORE, Match.THROUGHPUT);
        targets.add(Target.atLeast(inCase.toString(), ours / reference.value(), atLeast, " × " + reference.subject()));
    }

    private void atMost(String caseName, String metric, double limit) {
        find(caseName, metric).ifPresent(value -> targets.add(Target.atMost(caseName, value, limit, " " + metric)));
    }

    private void claims() {
        find(ManyWaiting.MANY, ManyWaiting.CLAIM_P99).ifPresent(many -> {
            double few = figures.value(ManyWaiting.FEW, Subject.ONCEMORE, ManyWaiting.CLAIM_P99);
            targets.add(Target.atMost(
                    ManyWaiting.MANY, many / few, CLAIM_RATIO_MAX, " × the p99 of claims among few tasks"));
        });
    }

    private void sqlite() {
        String name = TaskCase.SQLITE.toString();
        find(name, Match.THROUGHPUT)
                .ifPresent(value -> targets.add(Target.atLeast(name, value, SQLITE_TASKS_MIN, " " + Match.THROUGHPUT)));
    }

    private Optional<Double> find(String caseName, String metric) {
        return figures.find(caseName, Subject.ONCEMORE, metric).map(Figure::value);
    }
}
