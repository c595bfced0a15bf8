package dev.oncemore.bench.saga;

import dev.oncemore.bench.measure.Subject;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Workers;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.testkit.server.FreshDatabase;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Oncemore's sagas, with as many workers as are useful when thousands of sagas wait for commits. */
final class OncemoreSagas implements SagaContender {
    private static final int WORKERS = 256;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final FreshDatabase database;
    private final LongAdder steps = new LongAdder();
    private final Saga<String> saga;
    private final Sagas sagas;
    private final Workers workers;

    OncemoreSagas(FreshDatabase database) {
        this.database = database;
        JdbcStores stores = JdbcStores.of(database.pooled(CONNECTIONS));
        stores.schema().apply();
        Tasks tasks = Tasks.on(
                stores.tasks(),
                TaskSettings.standard()
                        .queue(Tasks.DEFAULT_QUEUE, QueueSettings.standard().concurrency(WORKERS)));
        Saga.Builder<String> builder = Saga.of("five", String.class);
        for (int step = 1; step <= STEPS; step++) {
            builder.step("step-" + step, (state, run) -> {
                steps.increment();
                return state;
            });
        }
        saga = builder.build();
        sagas = Sagas.on(tasks, stores.records()).handle(saga);
        workers = tasks.start();
    }

    @Override
    public String name() {
        return Subject.ONCEMORE;
    }

    @Override
    public FreshDatabase database() {
        return database;
    }

    @Override
    public Running start(String key) {
        TaskHandle handle = sagas.start(saga, key, "state");
        return () -> {
            Optional<TaskStatus> end = handle.await(PATIENCE);
            Subject.require(
                    end.map(TaskStatus::state).filter(TaskState.DONE::equals).isPresent(), end);
        };
    }

    @Override
    public long stepsRun() {
        return steps.sumThenReset();
    }

    @Override
    public void close() {
        workers.close();
        database.close();
    }
}
