package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.SqlScript;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.WallClock;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Oncemore's tasks, with a longer prefetch than the default, which is the setting for throughput. */
final class OncemoreTasks implements Contender {
    static final String KIND = "work";
    /** Oncemore without lines in the job log. */
    static final String UNLOGGED = "oncemore, no log";

    private static final int PREFETCH = 496;
    private static final int FILL_BATCH = 1_000;
    private static final Ids IDS = Ids.timeOrdered(WallClock.system(), Chance.system()); // as an engine draws them
    private static final List<String> TABLES =
            List.of("oncemore_task", "oncemore_task_log", "oncemore_task_key", "oncemore_dead");

    private final TaskStore store;
    private final Tasks tasks;
    private final Runnable analyze;
    private final Runnable clear;
    private final Runnable end;
    private final int lanes;
    private final boolean isLogged;
    private volatile AtomicIntegerArray lastOfLane = new AtomicIntegerArray(0);
    private @Nullable Workers workers;

    private OncemoreTasks(
            TaskStore store, Tally tally, int lanes, boolean isLogged, Runnable analyze, Runnable clear, Runnable end) {
        this.store = store;
        this.isLogged = isLogged;
        this.lanes = lanes;
        this.analyze = analyze;
        this.clear = clear;
        this.end = end;
        tasks = Tasks.on(store, isLogged ? settings() : settings().withoutLog(KIND));
        tasks.handle(KIND, String.class, (payload, task) -> {
            int number = Payload.numberOf(payload);
            requireOrder(number);
            tally.count(number);
            return Verdict.done();
        });
    }

    /** The settings of all workers. */
    static TaskSettings settings() {
        return TaskSettings.standard()
                .queue(
                        Tasks.DEFAULT_QUEUE,
                        QueueSettings.standard().concurrency(WORKERS).prefetch(PREFETCH));
    }

    /** Tasks in a database, without lanes. */
    static OncemoreTasks in(FreshDatabase database, Tally tally) {
        return in(database, tally, 0);
    }

    /** Tasks in a database; task n is in lane n modulo the number of lanes, unless that is 0. */
    static OncemoreTasks in(FreshDatabase database, Tally tally, int lanes) {
        return in(database, tally, lanes, true);
    }

    /** Tasks in a database, without lanes and without lines in the log. */
    static OncemoreTasks unlogged(FreshDatabase database, Tally tally) {
        return in(database, tally, 0, false);
    }

    private static OncemoreTasks in(FreshDatabase database, Tally tally, int lanes, boolean isLogged) {
        DataSource pool = database.pooled(CONNECTIONS);
        TaskStore store = store(pool);
        boolean truncates = database.url().contains("postgresql");
        return new OncemoreTasks(
                store,
                tally,
                lanes,
                isLogged,
                () -> SqlScript.execute(pool, "ANALYZE oncemore_task"),
                () -> TABLES.forEach(
                        table -> SqlScript.execute(pool, (truncates ? "TRUNCATE " : "DELETE FROM ") + table)),
                database::close);
    }

    /** Tasks in this process's memory. */
    static OncemoreTasks inMemory(Tally tally) {
        TaskStore store = new InMemoryTaskStore();
        return new OncemoreTasks(
                store,
                tally,
                0,
                true,
                () -> {},
                () -> store.purge(Duration.ZERO, Duration.ZERO, Integer.MAX_VALUE),
                () -> {});
    }

    /** A store on this pool, whose tables exist. */
    static JoiningTaskStore<Connection> store(DataSource pool) {
        JdbcStores.of(pool).schema().apply();
        return JdbcStores.of(pool).tasks();
    }

    @Override
    public String name() {
        return isLogged ? Subject.ONCEMORE : UNLOGGED;
    }

    @Override
    public void fill(int count) {
        fill(store, count, lanes);
        analyze.run();
    }

    /** Enqueues tasks in a store. */
    static void fill(TaskStore store, int count, int lanes) {
        List<NewTask> batch = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            batch.add(new NewTask(task(number, lanes), Duration.ZERO));
            if (batch.size() == FILL_BATCH || number == count - 1) {
                store.enqueue(batch);
                batch.clear();
            }
        }
    }

    private static Task task(int number, int lanes) {
        return new Task(
                IDS.next(),
                Tasks.DEFAULT_QUEUE,
                KIND,
                Bytes.of(Payload.of(number).getBytes(StandardCharsets.UTF_8)),
                Map.of(),
                0,
                null,
                lanes == 0 ? null : new Lane(laneOf(number, lanes), OnPoison.PARK),
                null);
    }

    @Override
    public void enqueue(int number) {
        TaskOptions options =
                lanes == 0 ? TaskOptions.standard() : TaskOptions.standard().lane(laneOf(number, lanes));
        tasks.enqueue(KIND, Payload.of(number), options);
    }

    private static String laneOf(int number, int lanes) {
        return "lane-" + number % lanes;
    }

    private void requireOrder(int number) {
        if (lanes == 0) {
            return;
        }
        int last = lastOfLane.getAndSet(number % lanes, number);
        if (last != Math.max(-1, number - lanes)) {
            throw new MeasuringException("task " + number + " was done after task " + last + " of its lane", null);
        }
    }

    @Override
    public void start() {
        workers = tasks.start();
    }

    @Override
    public boolean isSettled() {
        return workers == null || workers.held() == 0;
    }

    @Override
    public void stop() {
        if (workers != null) {
            workers.close();
        }
    }

    @Override
    public void clear() {
        clear.run();
        AtomicIntegerArray none = new AtomicIntegerArray(lanes);
        for (int lane = 0; lane < lanes; lane++) {
            none.set(lane, -1);
        }
        lastOfLane = none;
    }

    @Override
    public void close() {
        stop();
        end.run();
    }
}
