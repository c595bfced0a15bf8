package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.server.FreshDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Claims and a worker's memory when very many tasks wait. */
final class ManyWaiting {
    static final String FEW = "waiting-few";
    static final String MANY = "waiting-many";
    static final String TASKS = "tasks waiting";
    static final String CLAIM_MEDIAN = "µs median of claims";
    static final String CLAIM_P99 = "µs p99 of claims";
    static final String HEAP = "MB live heap of a worker";
    static final String HEAP_GROWTH = "MB more than after a quarter";

    private static final int CLAIM_TASKS = 16;
    private static final int WARM_UPS = 30;
    private static final Duration LEASE = Duration.ofHours(1);

    private final TaskEffort effort;

    ManyWaiting(TaskEffort effort) {
        this.effort = effort;
    }

    List<Figure> measure(FreshDatabase fewTasks, FreshDatabase manyTasks) {
        TaskStore few = filled(fewTasks, effort.waitingFew());
        TaskStore many = filled(manyTasks, effort.waitingMany());
        List<Double> ofFew = new ArrayList<>();
        List<Double> ofMany = new ArrayList<>();
        for (int i = 0; i < WARM_UPS + effort.claims(); i++) {
            double microsOfFew = claimMicros(few);
            double microsOfMany = claimMicros(many);
            if (i >= WARM_UPS) {
                ofFew.add(microsOfFew);
                ofMany.add(microsOfMany);
            }
        }
        List<Figure> figures = new ArrayList<>();
        figures.addAll(figures(FEW, effort.waitingFew(), Measurement.of(ofFew)));
        figures.addAll(figures(MANY, effort.waitingMany(), Measurement.of(ofMany)));
        int left = effort.waitingMany() - CLAIM_TASKS * (WARM_UPS + effort.claims());
        figures.addAll(WorkerProcess.drain(MANY, manyTasks, left));
        return figures;
    }

    private static TaskStore filled(FreshDatabase database, int tasks) {
        TaskStore store = OncemoreTasks.store(database.pooled(Contender.CONNECTIONS));
        OncemoreTasks.fill(store, tasks, 0);
        return store;
    }

    private static double claimMicros(TaskStore store) {
        long start = System.nanoTime();
        int claimed = store.claim(new ClaimRequest(
                        "bench", LEASE, 1, List.of(new ClaimRequest.Share(Tasks.DEFAULT_QUEUE, CLAIM_TASKS))))
                .size();
        double micros = (System.nanoTime() - start) / 1e3;
        Subject.require(claimed == CLAIM_TASKS, claimed + " tasks were claimed");
        return micros;
    }

    private static List<Figure> figures(String caseName, int tasks, Measurement sample) {
        return List.of(
                Figure.of(caseName, Subject.ONCEMORE, TASKS, tasks),
                Figure.of(caseName, Subject.ONCEMORE, CLAIM_MEDIAN, sample.median()),
                Figure.of(caseName, Subject.ONCEMORE, CLAIM_P99, sample.percentile(0.99)));
    }
}
