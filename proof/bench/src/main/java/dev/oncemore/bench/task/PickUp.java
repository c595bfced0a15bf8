package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.SqlScript;
import dev.oncemore.bench.measure.StatementCount;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.testkit.server.FreshDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * How soon an idle system starts a task after the enqueue begins, and its database queries while there is none. In one half of
 * the cases tasks come from the same node, in the other from another one.
 */
final class PickUp {
    static final String HERE = "pick-up-here";
    static final String ELSEWHERE = "pick-up-elsewhere";
    static final String MEDIAN = "ms median";
    static final String P99 = "ms p99";
    static final String QUERIES = "queries/s when idle";

    /** The baseline: one row and one commit, about the least that an enqueue costs on this machine. */
    static final String BARE = "bare-insert";

    private static final long PAUSE_LEAST_NANOS = Duration.ofMillis(20).toNanos();
    private static final long PAUSE_MOST_NANOS = Duration.ofMillis(60).toNanos();
    /** Longer than the default takeOverAfter: until then a node that was busy sends the heartbeats of a busy node. */
    private static final long SETTLE_NANOS = Duration.ofSeconds(6).toNanos();

    private final TaskEffort effort;
    private final Tally tally;
    private final AtomicLongArray begunNanos;
    private final SplittableRandom random = new SplittableRandom();

    PickUp(TaskEffort effort, Tally tally) {
        this.effort = effort;
        this.tally = tally;
        begunNanos = new AtomicLongArray(effort.pickUps());
    }

    List<Figure> measure(FreshDatabase database) {
        StatementCount count = new StatementCount();
        Tasks node = node(database, count);
        Tasks other = node(database, new StatementCount());
        node.handle(OncemoreTasks.KIND, String.class, (payload, task) -> {
            int number = Payload.numberOf(payload);
            begunNanos.set(number, System.nanoTime());
            tally.count(number);
            return Verdict.done();
        });
        try (Workers workers = node.start()) {
            latencies(workers, node, "warm-up");
            List<Figure> figures = new ArrayList<>();
            figures.add(idle(count));
            figures.addAll(latencies(workers, node, HERE));
            figures.addAll(latencies(workers, other, ELSEWHERE));
            figures.addAll(bareInserts(database.pooled(1)));
            return figures;
        }
    }

    private static Tasks node(FreshDatabase database, StatementCount count) {
        return Tasks.on(OncemoreTasks.store(count.over(database.pooled(Contender.CONNECTIONS))));
    }

    private Figure idle(StatementCount count) {
        LockSupport.parkNanos(SETTLE_NANOS);
        long before = count.statements();
        LockSupport.parkNanos(effort.idle().toNanos());
        double seconds = effort.idle().toMillis() / 1e3;
        return Figure.of(HERE, Subject.ONCEMORE, QUERIES, (count.statements() - before) / seconds);
    }

    private List<Figure> latencies(Workers workers, Tasks sender, String caseName) {
        tally.reset(effort.pickUps());
        List<Double> millis = new ArrayList<>();
        for (int number = 0; number < effort.pickUps(); number++) {
            Tally.await(() -> workers.held() == 0, () -> "the system does not become idle");
            pause();
            long start = System.nanoTime();
            sender.enqueue(OncemoreTasks.KIND, Payload.of(number));
            tally.awaitDone(Subject.ONCEMORE, number + 1);
            millis.add((begunNanos.get(number) - start) / 1e6);
        }
        tally.requireOnceEach(Subject.ONCEMORE, effort.pickUps());
        return figures(caseName, Subject.ONCEMORE, millis);
    }

    private void pause() {
        LockSupport.parkNanos(random.nextLong(PAUSE_LEAST_NANOS, PAUSE_MOST_NANOS));
    }

    private List<Figure> bareInserts(DataSource pool) {
        SqlScript.execute(pool, "CREATE TABLE bare (payload TEXT)");
        List<Double> millis = new ArrayList<>();
        for (int number = 0; number < effort.pickUps(); number++) {
            pause();
            long start = System.nanoTime();
            SqlScript.execute(pool, "INSERT INTO bare VALUES ('" + Payload.of(number) + "')");
            millis.add((System.nanoTime() - start) / 1e6);
        }
        return figures(HERE, BARE, millis);
    }

    private static List<Figure> figures(String caseName, String subject, List<Double> millis) {
        Measurement sample = Measurement.of(millis);
        return List.of(
                Figure.of(caseName, subject, MEDIAN, sample.median()),
                Figure.of(caseName, subject, P99, sample.percentile(0.99)));
    }
}
