package dev.oncemore.bench.task;

import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Jvm;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.task.TaskHandler;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.testkit.server.FreshDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/** How long it takes until the tasks of a killed process run in another one, with default settings. */
final class Recovery {
    static final String SECONDS = "s after kill -9";

    private static final String RUNNING = "running";
    private static final int TASKS = 10;
    /** Each kills the process at another moment between two heartbeats. */
    private static final int ROUNDS = 5;

    private Recovery() {}

    static List<Figure> measure(String caseName, FreshDatabase database, Tally tally) {
        DataSource pool = database.pooled(Contender.CONNECTIONS);
        Tasks tasks = node(pool, (payload, task) -> {
            tally.count(Payload.numberOf(payload));
            return Verdict.done();
        });
        List<Double> seconds = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            tally.reset(TASKS);
            for (int number = 0; number < TASKS; number++) {
                tasks.enqueue(OncemoreTasks.KIND, Payload.of(number));
            }
            long killedNanos = killWorker(database);
            try (Workers workers = tasks.start()) {
                tally.awaitDone(Subject.ONCEMORE, TASKS);
                seconds.add((System.nanoTime() - killedNanos) / 1e9);
                Tally.await(() -> workers.held() == 0, () -> "ends are not written");
            }
            tally.requireOnceEach(Subject.ONCEMORE, TASKS);
        }
        return List.of(Measurement.of(seconds).figure(caseName, Subject.ONCEMORE, SECONDS));
    }

    private static Tasks node(DataSource pool, TaskHandler<String> handler) {
        return Tasks.on(OncemoreTasks.store(pool)).handle(OncemoreTasks.KIND, String.class, handler);
    }

    /** Starts a process, and kills it when it runs all tasks; returns when. */
    private static long killWorker(FreshDatabase database) {
        List<String> command = Jvm.command(Recovery.class.getName());
        command.addAll(List.of(database.url(), database.user(), database.password()));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new MeasuringException("the worker process did not start: " + e, e);
        }
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (int running = 0; running < TASKS; ) {
                String line = lines.readLine();
                Subject.require(line != null, "the worker process ended before it ran " + TASKS + " tasks");
                running += RUNNING.equals(line) ? 1 : 0;
            }
            process.destroyForcibly().waitFor();
            return System.nanoTime();
        } catch (IOException e) {
            throw new MeasuringException("the worker process could not be read: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasuringException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * The main method of that process: its handlers never return.
     *
     * @param args the database's URL, user and password
     */
    public static void main(String[] args) throws IOException {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(args[0]);
            pool.setUsername(args[1]);
            pool.setPassword(args[2]);
            CountDownLatch never = new CountDownLatch(1);
            Tasks.on(JdbcStores.of(pool).tasks())
                    .handle(OncemoreTasks.KIND, String.class, (payload, task) -> {
                        System.out.println(RUNNING);
                        never.await();
                        return Verdict.done();
                    })
                    .start();
            while (System.in.read() >= 0) {} // it ends with the process that started it
            Runtime.getRuntime().halt(2);
        }
    }
}
