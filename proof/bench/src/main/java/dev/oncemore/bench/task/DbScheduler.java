package dev.oncemore.bench.task;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.oncemore.bench.measure.SqlScript;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.testkit.server.FreshDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * db-scheduler, polling by lock-and-fetch with the limits that its documentation names for high throughput: it fetches when
 * each thread has one execution, until each has four.
 */
final class DbScheduler implements Contender {
    private static final double FETCH_BELOW = 1.0;
    private static final double FETCH_UP_TO = 4.0;
    private static final Duration POLLING_INTERVAL = Duration.ofMillis(100);
    private static final int FILL_BATCH = 1_000;

    /** The documented columns and indexes, without those for priorities, which are not used here. */
    private static final String TABLE = """
            CREATE TABLE scheduled_tasks (
                task_name TEXT NOT NULL, task_instance TEXT NOT NULL, task_data BYTEA, execution_time TIMESTAMPTZ,
                picked BOOLEAN NOT NULL, picked_by TEXT, last_success TIMESTAMPTZ, last_failure TIMESTAMPTZ,
                consecutive_failures INT, last_heartbeat TIMESTAMPTZ, version BIGINT NOT NULL, priority SMALLINT, state TEXT,
                PRIMARY KEY (task_name, task_instance));
            CREATE INDEX scheduled_tasks_execution_time ON scheduled_tasks (execution_time);
            CREATE INDEX scheduled_tasks_last_heartbeat ON scheduled_tasks (last_heartbeat);
            """;

    private final FreshDatabase database;
    private final DataSource pool;
    private final OneTimeTask<String> task;
    private final SchedulerClient client;
    private @Nullable Scheduler scheduler;

    DbScheduler(FreshDatabase database, Tally tally) {
        this.database = database;
        pool = database.pooled(CONNECTIONS);
        SqlScript.execute(pool, TABLE);
        task = Tasks.oneTime("work", String.class)
                .execute((instance, context) -> tally.count(Payload.numberOf(instance.getData())));
        client = SchedulerClient.Builder.create(pool, task).build();
    }

    @Override
    public String name() {
        return Peers.DB_SCHEDULER;
    }

    @Override
    public void fill(int tasks) {
        List<TaskInstance<?>> batch = new ArrayList<>();
        for (int number = 0; number < tasks; number++) {
            batch.add(instance(number));
            if (batch.size() == FILL_BATCH || number == tasks - 1) {
                client.scheduleBatch(batch, Instant.now());
                batch.clear();
            }
        }
        SqlScript.execute(pool, "ANALYZE scheduled_tasks");
    }

    @Override
    public void enqueue(int number) {
        boolean isNew = client.scheduleIfNotExists(instance(number), Instant.now());
        Subject.require(isNew, number + " was there already");
    }

    private TaskInstance<String> instance(int number) {
        return task.instance(Integer.toString(number), Payload.of(number));
    }

    @Override
    public void start() {
        scheduler = Scheduler.create(pool, task)
                .threads(WORKERS)
                .pollUsingLockAndFetch(FETCH_BELOW, FETCH_UP_TO)
                .pollingInterval(POLLING_INTERVAL)
                .build();
        scheduler.start();
    }

    @Override
    public boolean isSettled() {
        return SqlScript.number(pool, "SELECT count(*) FROM scheduled_tasks") == 0;
    }

    @Override
    public void stop() {
        if (scheduler != null) {
            scheduler.stop();
        }
    }

    @Override
    public void clear() {
        SqlScript.execute(pool, "TRUNCATE scheduled_tasks");
    }

    @Override
    public void close() {
        database.close();
    }
}
