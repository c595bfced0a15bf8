package dev.oncemore.bench.task;

import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Heap;
import dev.oncemore.bench.measure.Jvm;
import dev.oncemore.bench.measure.Numbers;
import dev.oncemore.bench.measure.SqlScript;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.testkit.server.FreshDatabase;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A worker in a separate JVM with little memory, which runs all waiting tasks and prints its heap use now and then. */
final class WorkerProcess {
    private static final String HEAP_LIMIT = "-Xmx128m";
    private static final int QUARTERS = 4;

    private WorkerProcess() {}

    /** Runs this many tasks in such a process. */
    static List<Figure> drain(String caseName, FreshDatabase database, int tasks) {
        long before = SqlScript.number(database.dataSource(), "SELECT count(*) FROM oncemore_task");
        List<String> command = Jvm.command(WorkerProcess.class.getName(), HEAP_LIMIT);
        command.addAll(List.of(database.url(), database.user(), database.password(), Integer.toString(tasks)));
        List<Double> megabytes = Jvm.output("a worker with " + HEAP_LIMIT, command)
                .lines()
                .map(Double::valueOf)
                .toList();
        long after = SqlScript.number(database.dataSource(), "SELECT count(*) FROM oncemore_task");
        Subject.require(before - after == tasks, before - after + " tasks ended instead of " + tasks);
        double most = megabytes.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return List.of(
                Figure.of(caseName, Subject.ONCEMORE, ManyWaiting.HEAP, most),
                Figure.of(caseName, Subject.ONCEMORE, ManyWaiting.HEAP_GROWTH, most - megabytes.get(0)));
    }

    /**
     * The main method of that JVM.
     *
     * @param args the database's URL, user and password, and the number of tasks to run
     */
    public static void main(String[] args) {
        int tasks = Integer.parseInt(args[3]);
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(args[0]);
            pool.setUsername(args[1]);
            pool.setPassword(args[2]);
            pool.setMaximumPoolSize(Contender.CONNECTIONS);
            AtomicInteger done = new AtomicInteger();
            Tasks node = Tasks.on(JdbcStores.of(pool).tasks(), OncemoreTasks.settings());
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
