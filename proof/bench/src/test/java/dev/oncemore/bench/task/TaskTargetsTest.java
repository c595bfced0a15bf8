package dev.oncemore.bench.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskTargetsTest {
    private final Figures figures = new Figures();

    private void add(String caseName, String subject, String metric, double value) {
        figures.add(List.of(Figure.of(caseName, subject, metric, value)));
    }

    private List<String> targets() {
        return TaskTargets.of(figures).stream().map(Target::toString).toList();
    }

    @Test
    void judgesNothing_whenNothingWasMeasured() {
        assertThat(targets()).isEmpty();
    }

    @Test
    void theBestPeerOfEachCaseIsTheMeasure() {
        add("drain", Subject.ONCEMORE, Match.THROUGHPUT, 12_000);
        add("drain", Peers.DB_SCHEDULER, Match.THROUGHPUT, 2_000);
        add("drain", Peers.JOBRUNR, Match.THROUGHPUT, 500);
        add("flow", Subject.ONCEMORE, Match.THROUGHPUT, 2_000);
        add("flow", Peers.DB_SCHEDULER, Match.THROUGHPUT, 500);
        add("flow", Peers.TRANSACTION_OUTBOX, Match.THROUGHPUT, 1_000);

        assertThat(targets())
                .containsExactly(
                        "drain: 6 × db-scheduler, target ≥ 6: reached",
                        "flow: 2 × transaction-outbox, target ≥ 4: MISSED");
    }

    @Test
    void whatHindersUsMayCostALimitedShare() {
        add("old-snapshot", Subject.ONCEMORE, Match.THROUGHPUT, 400);
        add("old-snapshot", TaskRun.UNHINDERED, Match.THROUGHPUT, 1_000);
        add("lanes", Subject.ONCEMORE, Match.THROUGHPUT, 500);
        add("lanes", TaskRun.UNHINDERED, Match.THROUGHPUT, 1_000);

        assertThat(targets())
                .containsExactly(
                        "old-snapshot: 0.4 × unhindered, target ≥ 0.5: MISSED",
                        "lanes: 0.5 × unhindered, target ≥ 0.6: MISSED");
    }

    @Test
    void waitsClaimsAndMemoryAreBounded() {
        add(PickUp.HERE, Subject.ONCEMORE, PickUp.P99, 21);
        add(PickUp.ELSEWHERE, Subject.ONCEMORE, PickUp.P99, 20);
        add(PickUp.HERE, Subject.ONCEMORE, PickUp.QUERIES, 1);
        add(ManyWaiting.FEW, Subject.ONCEMORE, ManyWaiting.CLAIM_P99, 10);
        add(ManyWaiting.MANY, Subject.ONCEMORE, ManyWaiting.CLAIM_P99, 30);
        add(ManyWaiting.MANY, Subject.ONCEMORE, ManyWaiting.HEAP, 40);
        add("sqlite", Subject.ONCEMORE, Match.THROUGHPUT, 10_000);

        assertThat(targets())
                .containsExactly(
                        "pick-up-here: 21 ms p99, target ≤ 20: MISSED",
                        "pick-up-elsewhere: 20 ms p99, target ≤ 20: reached",
                        "pick-up-here: 1 queries/s when idle, target ≤ 1.5: reached",
                        "waiting-many: 3 × the p99 of claims among few tasks, target ≤ 2: MISSED",
                        "waiting-many: 40 MB live heap of a worker, target ≤ 128: reached",
                        "sqlite: 10000 tasks/s, target ≥ 10000: reached");
    }
}
