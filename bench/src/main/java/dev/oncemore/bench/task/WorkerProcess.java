package dev.oncemore.bench.task;

import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Heap;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Numbers;
import dev.oncemore.bench.measure.Sql;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.jdbc.task.JdbcTaskStore;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.testkit.server.FreshDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A worker in a JVM of its own with little memory: it does all that waits, and tells now and then how much it holds. */
final class WorkerProcess {
    private static final String HEAP_LIMIT = "-Xmx128m";
    private static final int QUARTERS = 4;

    private WorkerProcess() {}

    /** Has such a process do so many tasks. */
    static List<Figure> drain(String caseName, FreshDatabase database, int tasks) {
        long before = Sql.number(database.dataSource(), "SELECT count(*) FROM oncemore_task");
        List<Double> megabytes = run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP_LIMIT,
                "-cp",
                System.getProperty("java.class.path"),
                WorkerProcess.class.getName(),
                database.url(),
                database.user(),
                database.password(),
                Integer.toString(tasks)));
        long after = Sql.number(database.dataSource(), "SELECT count(*) FROM oncemore_task");
        Subject.require(before - after == tasks, before - after + " tasks ended instead of " + tasks);
        double most = megabytes.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return List.of(
                Figure.of(caseName, Subject.ONCEMORE, ManyWaiting.HEAP, most),
                Figure.of(caseName, Subject.ONCEMORE, ManyWaiting.HEAP_GROWTH, most - megabytes.get(0)));
    }

    private static List<Double> run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new MeasuringException("a worker with " + HEAP_LIMIT + " failed: " + output, null);
            }
            return output.lines().map(Double::valueOf).toList();
        } catch (IOException | InterruptedException e) {
            throw new MeasuringException("a worker with " + HEAP_LIMIT + " could not be run: " + e, e);
        }
    }

    /**
     * The process itself.
     *
     * @param args the database's URL, user and password, and how many tasks to do
     */
    public static void main(String[] args) {
        int tasks = Integer.parseInt(args[3]);
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(args[0]);
            pool.setUsername(args[1]);
            pool.setPassword(args[2]);
            pool.setMaximumPoolSize(Contender.CONNECTIONS);
            AtomicInteger done = new AtomicInteger();
            Tasks node = Tasks.on(JdbcTaskStore.on(pool), OncemoreTasks.settings());
            node.handle(OncemoreTasks.KIND, String.class, (payload, task) -> {
                done.incrementAndGet();
                return Verdict.done();
            });
            try (Workers workers = node.start()) {
                for (int quarter = 1; quarter <= QUARTERS; quarter++) {
                    int enough = (int) ((long) tasks * quarter / QUARTERS);
                    Tally.await(() -> done.get() >= enough, () -> "only " + done + " tasks were done");
                    System.out.println(Numbers.text(Heap.liveMegabytes()));
                }
                Tally.await(() -> workers.held() == 0, () -> "ends are not written");
            }
        }
    }
}
