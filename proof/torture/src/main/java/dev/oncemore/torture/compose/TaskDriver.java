package dev.oncemore.torture.compose;

import dev.oncemore.once.OnceSettings;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.saga.InDoubt;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.SagaReport;
import dev.oncemore.task.saga.SagaSettings;
import dev.oncemore.task.saga.SagaStatus;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.torture.compose.Call.Request;
import dev.oncemore.torture.compose.Call.Visit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs the layers as the handler of a task or as a step of a saga. */
final class TaskDriver {
    private static final String KIND = "pay";
    private static final RetryPolicy POLICY = RetryPolicy.named("fuzz-task")
            .maxAttempts(4)
            .backoff(Backoff.exponential(Duration.ofMillis(50)))
            .unlimitedBudget()
            .build();

    private final World world;
    private final InMemoryTaskStore sound;
    private final FaultInjectingTaskStore store;
    private String taskId = "";
    /** The run that began last; earlier ones have lost the task. */
    private @Nullable Request latest;

    TaskDriver(World world) {
        this.world = world;
        sound = new InMemoryTaskStore(world.time, () -> Instant.ofEpochMilli(world.time.nanoTime() / 1_000_000), 1_000);
        store = new FaultInjectingTaskStore(world, sound);
    }

    /** Enqueues the task, or starts the saga. */
    void begin() {
        Node node = new Node(new Visit(0));
        taskId = isSaga()
                ? node.sagas.start(node.saga, Keys.BUSINESS_KEY, "begun").id()
                : node.tasks
                        .enqueue(KIND, "begun", TaskOptions.standard().dedupKey(Keys.BUSINESS_KEY))
                        .id();
    }

    /** A node runs the next due task, if any. */
    void work(Visit visit) {
        try {
            boolean unused = new Node(visit).tasks.manualWorker().runOne();
        } catch (RuntimeException e) {
            // As if the node had died: the lease runs out, and another one takes over.
            world.trace.add(visit.number, "node fails", world.trace.isInWords() ? e : "");
        }
    }

    boolean isOver() {
        TaskStatus status = status();
        return status != null && status.state().isEnd();
    }

    private @Nullable TaskStatus status() {
        return sound.find(java.util.List.of(taskId)).get(0).orElse(null);
    }

    /** Checks the final state against the ledger. */
    void judge() {
        if (!isOver()) {
            world.judge.accuse("left unfinished: the task is " + status());
            return;
        }
        if (isSaga()) {
            Node node = new Node(new Visit(-1));
            Optional<SagaReport<String>> report = node.sagas.find(node.saga, Keys.BUSINESS_KEY);
            SagaStatus status = report.map(SagaReport::status).orElse(SagaStatus.RUNNING);
            if (!status.isEnd()) {
                world.judge.accuse("left unfinished: the saga is " + status);
            } else if (status != SagaStatus.STUCK) {
                world.judge.sagaEnded(0, status == SagaStatus.COMPLETED);
                world.judge.sagaEnded(1, status == SagaStatus.COMPLETED);
            }
        }
    }

    private boolean isSaga() {
        return world.spec.mode() == Spec.Mode.SAGA;
    }

    private Call begun(Visit visit, String key) {
        Request mine = new Request(null);
        if (latest != null) {
            latest.abandoned = true;
        }
        latest = mine;
        return Call.first(visit).received(key, mine);
    }

    /** One process that works on tasks. */
    private final class Node {
        final Tasks tasks;
        final Saga<String> saga;
        final Sagas sagas;
        private final Visit visit;
        private final Step steps;

        Node(Visit visit) {
            this.visit = visit;
            Composer composer = new Composer(world);
            steps = composer.compose();
            tasks = Tasks.on(
                    store,
                    TaskSettings.standard()
                            .lease(Duration.ofSeconds(2))
                            .policy(POLICY)
                            .time(world.time)
                            .random(world.random)
                            .ids(world::nextId)
                            .owner("node" + visit.number)
                            .executor(world.time.threads()));
            OnceSettings once = composer.settings(2);
            saga = saga();
            sagas = Sagas.on(
                    tasks,
                    world.store,
                    SagaSettings.standard().once(once).time(world.time).random(world.random));
            if (isSaga()) {
                sagas.handle(saga);
            } else {
                tasks.handle(
                        KIND, String.class, (payload, run) -> Verdict.done(steps.run(begun(visit, Keys.BUSINESS_KEY))));
            }
        }

        private Saga<String> saga() {
            InDoubt inDoubt = world.spec.runsAgainInDoubt() ? InDoubt.RUN_AGAIN : InDoubt.COMPENSATE;
            return Saga.of(KIND, String.class)
                    .step("pay", (state, run) -> steps.run(begun(visit, Keys.BUSINESS_KEY)))
                    .undo((state, run) -> world.bank.takeBack(begun(visit, run.stepKey())), POLICY)
                    .retry(POLICY)
                    .inDoubt(inDoubt)
                    .step(
                            "ship",
                            (state, run) ->
                                    world.bank.run(begun(visit, run.key()).of(1)))
                    .undo(
                            (state, run) -> world.bank.takeBack(
                                    begun(visit, run.stepKey()).of(1)),
                            POLICY)
                    .retry(POLICY)
                    .inDoubt(world.spec.honoursKeys() ? InDoubt.RUN_AGAIN : InDoubt.COMPENSATE)
                    .build();
        }
    }
}
