package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.By;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.saga.InDoubt;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.SagaEvent;
import dev.oncemore.task.saga.SagaRegistry;
import dev.oncemore.task.saga.SagaReport;
import dev.oncemore.task.saga.SagaReport.Line;
import dev.oncemore.task.saga.SagaSettings;
import dev.oncemore.task.saga.SagaStatus;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.saga.StateMismatchException;
import dev.oncemore.task.saga.StepRun;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Conformance of {@link Sagas} on every pair of stores. The systems that the saga calls are a log of calls; tests plan failures
 * by the name of a call.
 */
public abstract class SagaConformance {
    private static final String KEY = "order-7";
    private static final RetryPolicy AT_ONCE = RetryPolicy.named("at-once")
            .maxAttempts(3)
            .backoff(Backoff.none())
            .classifier(Classifier.standard()
                    .on(UnsupportedOperationException.class, failure -> Classification.rejected(failure.toString())))
            .build();

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());
    private final List<String> repeatedInDoubt = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, List<Throwable>> plan = new HashMap<>();
    private final List<SagaEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final List<TaskEvent> taskEvents = Collections.synchronizedList(new ArrayList<>());
    private final Map<Sagas, Tasks> workers = new HashMap<>();
    private final Saga<String> checkout = checkout(InDoubt.RUN_AGAIN);
    private @Nullable TaskStore taskStore;
    private @Nullable RecordStore recordStore;

    /** For inheritors. */
    protected SagaConformance() {}

    /** An empty store. */
    protected abstract TaskStore openTaskStore() throws Exception;

    /** An empty store. */
    protected abstract RecordStore openRecordStore() throws Exception;

    /** Advances time on a store with virtual time; by default real time passes. */
    protected void letTimePass(Duration span) {}

    @BeforeEach
    final void open() throws Exception {
        taskStore = openTaskStore();
        recordStore = openRecordStore();
    }

    private Saga<String> checkout(InDoubt inDoubt) {
        return Saga.of("checkout", String.class)
                .step("stock", this::does)
                .retry(AT_ONCE)
                .undo(this::undoes, AT_ONCE)
                .step("payment", this::does)
                .retry(AT_ONCE)
                .undo(this::undoes, AT_ONCE)
                .inDoubt(inDoubt)
                .step("shipping", this::does)
                .retry(AT_ONCE)
                .build();
    }

    private String does(String order, StepRun step) throws Exception {
        keys.add(step.key());
        if (step.isInDoubt()) {
            repeatedInDoubt.add(step.step() + " " + step.attempt());
        }
        happens(step.step());
        return order + "+" + step.step();
    }

    private void undoes(String order, StepRun step) throws Exception {
        keys.add(step.key());
        happens("undo " + step.step() + (step.isInDoubt() ? "?" : ""));
    }

    private void happens(String call) throws Exception {
        calls.add(call);
        List<Throwable> planned = plan.getOrDefault(call, List.of());
        if (!planned.isEmpty()) {
            Throwable next = planned.size() > 1 ? planned.remove(0) : planned.get(0);
            if (next instanceof Error error) {
                throw error;
            }
            if (next instanceof Exception exception && !(next instanceof Fine)) {
                throw exception;
            }
        }
    }

    /** Plans the results of calls with this name, in order; the last one is repeated. */
    private void plan(String call, Throwable... outcomes) {
        plan.put(call, new ArrayList<>(List.of(outcomes)));
    }

    private static final class Fine extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** A node with its own stores, which may die at any point. */
    private Sagas sagas(RecordStore records, Saga<String> saga) {
        return sagas(Objects.requireNonNull(taskStore), records, saga);
    }

    private Sagas sagas(TaskStore store, RecordStore records, Saga<String> saga) {
        Tasks tasks = Tasks.on(store, taskSettings().lease(Duration.ofSeconds(1)));
        SagaSettings settings = SagaSettings.standard()
                .once(OnceSettings.standard().lease(Duration.ofSeconds(1)).who("tester"))
                .listener(events::add);
        Sagas sagas = Sagas.on(tasks, records, settings).handle(saga);
        workers.put(sagas, tasks);
        return sagas;
    }

    private TaskSettings taskSettings() {
        return TaskSettings.standard().owner("tester").listener(taskEvents::add);
    }

    private Sagas sagas() {
        return sagas(Objects.requireNonNull(recordStore), checkout);
    }

    private SagaReport<String> report(Sagas sagas) {
        return sagas.find(checkout, KEY).orElseThrow();
    }

    /** Runs the workers until the saga has ended or waits for a person. */
    private SagaStatus runToItsEnd(Sagas sagas) {
        Tasks tasks = Objects.requireNonNull(workers.get(sagas));
        Together.await("the saga has ended", () -> {
            letTimePass(Duration.ofSeconds(2));
            tasks.manualWorker().runAll();
            return report(sagas).status().isEnd();
        });
        return report(sagas).status();
    }

    @Test
    void allStepsAreDone_andTheStateGoesFromOneToTheNext() {
        Sagas sagas = sagas();
        TaskHandle handle = sagas.start(checkout, KEY, "order");
        assertThat(handle.isNew()).isTrue();
        assertThat(report(sagas).status()).isEqualTo(SagaStatus.RUNNING);
        assertThat(report(sagas).state()).isEmpty();

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPLETED);

        assertThat(calls).containsExactly("stock", "payment", "shipping");
        assertThat(keys).doesNotHaveDuplicates();
        assertThat(report(sagas).state()).contains("order+stock+payment+shipping");
        assertThat(handle.result(String.class)).contains("order+stock+payment+shipping");
        assertThat(report(sagas).history())
                .extracting(Line::what)
                .containsExactly("stock", "payment", "shipping", "task");
    }

    @Test
    void startedTwiceItIsOneSaga_andAnotherStateIsRefused() {
        Sagas sagas = sagas();
        List<String> ids =
                Together.run(4, i -> () -> sagas.start(checkout, KEY, "order").id());
        assertThat(ids.stream().distinct()).hasSize(1);

        runToItsEnd(sagas);
        assertThat(sagas.start(checkout, KEY, "order").isNew()).isFalse();
        runToItsEnd(sagas);

        assertThat(calls).containsExactly("stock", "payment", "shipping");
        assertThatExceptionOfType(StateMismatchException.class)
                .isThrownBy(() -> sagas.start(checkout, KEY, "another order"))
                .withMessageContaining("and another state");
        assertThat(sagas.find(checkout, "order-8")).isEmpty();
    }

    @Test
    void whatFailsForNowIsTriedAgain_withTheSameKey() {
        plan("payment", new ConnectException("refused"), new ConnectException("refused"), new Fine());
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPLETED);

        assertThat(calls).containsExactly("stock", "payment", "payment", "payment", "shipping");
        assertThat(keys.subList(1, 4).stream().distinct()).hasSize(1);
        assertThat(report(sagas).history())
                .anySatisfy(line -> assertThat(line.toString()).contains("RETRIED", "step 'payment'", "refused"));
    }

    @Test
    void aFinalNoTurnsItBack_andWhatWasDoneIsUndoneInReverse() {
        plan("shipping", new UnsupportedOperationException("no carrier goes there"));
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPENSATED);

        assertThat(calls).containsExactly("stock", "payment", "shipping", "undo payment", "undo stock");
        assertThat(keys).as("an undo has a key of its own").doesNotHaveDuplicates();
        assertThat(report(sagas).reason()).contains("step 'shipping'", "no carrier goes there");
        assertThat(report(sagas).history())
                .extracting(Line::what)
                .containsExactlyInAnyOrder(
                        "stock", "payment", "shipping", "turn back", "undo payment", "undo stock", "task");
    }

    @Test
    void attemptsThatAreUsedUpTurnItBack_andTheStepItselfIsNotUndone() {
        plan("payment", new ConnectException("refused"));
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPENSATED);

        assertThat(calls).containsExactly("stock", "payment", "payment", "payment", "undo stock");
        assertThat(report(sagas).reason()).contains("gave up after 3 attempts");
    }

    @Test
    void aStepThatTimedOutIsRunAgainWithTheSameKey_whenThatIsDeclared() {
        plan("payment", new IOException("reset"), new Fine());
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPLETED);

        assertThat(calls).containsExactly("stock", "payment", "payment", "shipping");
        assertThat(keys.get(1)).isEqualTo(keys.get(2));
    }

    @Test
    void aStepThatTimedOutIsUndoneOnce_whenThatIsDeclared() {
        Saga<String> careful = checkout(InDoubt.COMPENSATE);
        plan("payment", new IOException("reset"));
        Sagas sagas = sagas(Objects.requireNonNull(recordStore), careful);
        sagas.start(careful, KEY, "order");

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPENSATED);

        assertThat(calls).containsExactly("stock", "payment", "undo payment?", "undo stock");
    }

    @Test
    void aDoubtStays_whenLaterAttemptsFailWithoutAnAnswer() {
        plan("payment", new IOException("reset"), new ConnectException("refused"));
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPENSATED);

        assertThat(calls)
                .as("the first attempt may have happened")
                .containsExactly("stock", "payment", "payment", "payment", "undo payment?", "undo stock");
    }

    @Test
    void aDefiniteNoEndsTheDoubt() {
        plan("payment", new IOException("reset"), new UnsupportedOperationException("no funds"));
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPENSATED);

        assertThat(calls).containsExactly("stock", "payment", "payment", "undo stock");
    }

    @Test
    void aCrashAfterAStepAndBeforeItsRecord_isFollowedByTheSameKey() {
        Sagas dying = sagas(DyingRecords.around(Objects.requireNonNull(recordStore), "do:payment"), checkout);
        dying.start(checkout, KEY, "order");
        Objects.requireNonNull(workers.get(dying)).manualWorker().runOne();
        assertThat(calls).containsExactly("stock", "payment");

        Sagas next = sagas();
        assertThat(runToItsEnd(next)).isEqualTo(SagaStatus.COMPLETED);

        assertThat(calls).as("stock is not repeated").containsExactly("stock", "payment", "payment", "shipping");
        assertThat(keys.get(1)).isEqualTo(keys.get(2));
    }

    /** A node whose process is killed after it has run all that its stores let it run: the task is left claimed. */
    private void dieRunning(Saga<String> saga, RecordStore records) {
        TaskStore deaf = new DelegatingTaskStore(Objects.requireNonNull(taskStore)) {
            @Override
            public List<Boolean> finish(List<TaskFinish> finishes) {
                throw new InternalError("the process dies here");
            }
        };
        Sagas dying = sagas(deaf, records, saga);
        dying.start(saga, KEY, "order");
        assertThatExceptionOfType(InternalError.class)
                .isThrownBy(() -> Objects.requireNonNull(workers.get(dying))
                        .manualWorker()
                        .runOne());
    }

    @Test
    void aCrashInAStepIsKnown_andTheStepIsRepeatedInDoubt() {
        dieRunning(checkout, DyingRecords.around(Objects.requireNonNull(recordStore), "do:payment"));
        assertThat(calls).containsExactly("stock", "payment");

        assertThat(runToItsEnd(sagas())).isEqualTo(SagaStatus.COMPLETED);

        assertThat(calls).containsExactly("stock", "payment", "payment", "shipping");
        assertThat(keys.get(1)).isEqualTo(keys.get(2));
        assertThat(repeatedInDoubt).as("its first attempt is counted").containsExactly("payment 2");
    }

    @Test
    void aCrashInAStepIsKnown_andTheStepIsUndone_whenThatIsDeclared() {
        Saga<String> careful = checkout(InDoubt.COMPENSATE);
        dieRunning(careful, DyingRecords.around(Objects.requireNonNull(recordStore), "do:payment"));

        assertThat(runToItsEnd(sagas(Objects.requireNonNull(recordStore), careful)))
                .isEqualTo(SagaStatus.COMPENSATED);

        assertThat(calls).containsExactly("stock", "payment", "undo payment?", "undo stock");
    }

    @Test
    void aCrashAfterTheLastStepAndBeforeTheEndOfTheTask_isFollowedByTheSameKey() {
        dieRunning(checkout, Objects.requireNonNull(recordStore));
        assertThat(calls).containsExactly("stock", "payment", "shipping");

        Sagas next = sagas();
        assertThat(runToItsEnd(next)).isEqualTo(SagaStatus.COMPLETED);

        assertThat(calls).containsExactly("stock", "payment", "shipping", "shipping");
        assertThat(keys.get(2)).isEqualTo(keys.get(3));
        assertThat(repeatedInDoubt).containsExactly("shipping 2");
        assertThat(report(next).state()).contains("order+stock+payment+shipping");
    }

    /** A node that claims the saga's task and dies before it does anything. */
    private void claimAndDie() {
        Objects.requireNonNull(taskStore)
                .claim(new ClaimRequest(
                        "dead node",
                        Duration.ofMillis(20),
                        1,
                        List.of(new ClaimRequest.Share(Tasks.DEFAULT_QUEUE, 1))));
    }

    @Test
    void aNodeThatDiedBeforeTheFirstStepLeavesItInDoubt_andItRuns() {
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");
        claimAndDie();

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPLETED);

        assertThat(calls).containsExactly("stock", "payment", "shipping");
        assertThat(repeatedInDoubt).containsExactly("stock 2");
    }

    @Test
    void aNodeThatDiedBeforeAFirstStepThatIsToBeCompensated_didNotBeginIt() {
        Saga<String> careful = Saga.of("checkout", String.class)
                .step("stock", this::does)
                .undo(this::undoes)
                .inDoubt(InDoubt.COMPENSATE)
                .step("shipping", this::does)
                .build();
        Sagas sagas = sagas(Objects.requireNonNull(recordStore), careful);
        sagas.start(careful, KEY, "order");
        claimAndDie();

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPLETED);

        assertThat(calls).containsExactly("stock", "shipping");
        assertThat(repeatedInDoubt).isEmpty();
    }

    @Test
    void aSagaWhoseTaskWasPurgedIsNotRepeated() {
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");
        runToItsEnd(sagas);
        Tasks tasks = Objects.requireNonNull(workers.get(sagas));
        assertThat(tasks.purge(Duration.ZERO, Duration.ZERO, 100)).isEqualTo(1);

        TaskHandle again = sagas.start(checkout, KEY, "order");
        tasks.manualWorker().runAll();

        assertThat(again.poll().orElseThrow().state()).isEqualTo(TaskState.REJECTED);
        assertThat(again.poll().orElseThrow().reason()).contains("the key was used before");
        assertThat(calls).containsExactly("stock", "payment", "shipping");
    }

    @Test
    void aSagaThatGoesWellWritesEachEndOnce_andNothingElse() {
        List<String> verbs = Collections.synchronizedList(new ArrayList<>());
        RecordStore noted = (RecordStore) Proxy.newProxyInstance(
                RecordStore.class.getClassLoader(), new Class<?>[] {RecordStore.class}, (proxy, method, arguments) -> {
                    if (arguments != null) {
                        verbs.add(method.getName());
                    }
                    return method.invoke(recordStore, arguments);
                });
        Sagas sagas = sagas(noted, checkout);
        sagas.start(checkout, KEY, "order");

        assertThat(Objects.requireNonNull(workers.get(sagas)).manualWorker().runAll())
                .isEqualTo(1);

        assertThat(verbs).containsExactly("read", "insertSettled", "insertSettled");
        assertThat(report(sagas).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void aCrashInsideACompensationIsResumed_withTheSameKey() {
        plan("shipping", new UnsupportedOperationException("no carrier goes there"));
        Sagas dying = sagas(DyingRecords.around(Objects.requireNonNull(recordStore), "undo:payment"), checkout);
        dying.start(checkout, KEY, "order");
        Objects.requireNonNull(workers.get(dying)).manualWorker().runOne();
        assertThat(calls).containsExactly("stock", "payment", "shipping", "undo payment");

        Sagas next = sagas();
        assertThat(report(next).status()).isEqualTo(SagaStatus.COMPENSATING);
        plan("shipping", new Fine());
        assertThat(runToItsEnd(next)).isEqualTo(SagaStatus.COMPENSATED);

        assertThat(calls)
                .as("it does not change its mind")
                .containsExactly("stock", "payment", "shipping", "undo payment", "undo payment", "undo stock");
        assertThat(keys.get(3)).isEqualTo(keys.get(4));
    }

    @Test
    void aCrashBetweenTurningBackAndTheFirstUndo_isResumedBackwards() {
        plan("shipping", new UnsupportedOperationException("no carrier goes there"));
        Sagas dying = sagas(DyingRecords.around(Objects.requireNonNull(recordStore), "turn back"), checkout);
        dying.start(checkout, KEY, "order");
        Objects.requireNonNull(workers.get(dying)).manualWorker().runOne();

        plan("shipping", new Fine());
        Sagas next = sagas();
        assertThat(runToItsEnd(next)).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(calls).containsExactly("stock", "payment", "shipping", "undo payment", "undo stock");
    }

    @Test
    void aCompensationThatFailsForEverEndsStuckAndAlerts_andAPersonResumesIt() {
        plan("shipping", new UnsupportedOperationException("no carrier goes there"));
        plan("undo payment", new ConnectException("refused"));
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");

        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.STUCK);
        assertThat(calls).endsWith("undo payment", "undo payment", "undo payment");
        assertThat(report(sagas).reason()).contains("undo of step 'payment'", "gave up after 3 attempts");
        assertThat(events).anyMatch(event -> event instanceof SagaEvent.Stuck);
        assertThat(taskEvents).anyMatch(event -> event instanceof TaskEvent.Dead);

        plan("undo payment", new ConnectException("refused"), new Fine());
        assertThat(sagas.resume(checkout, KEY, By.person("ann", "the bank is back")))
                .isTrue();
        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPENSATED);

        assertThat(calls).endsWith("undo payment", "undo payment", "undo stock");
        assertThat(report(sagas).history())
                .anySatisfy(
                        line -> assertThat(line.toString()).contains("REDRIVEN", "who=ann, words=the bank is back"));
        assertThat(sagas.resume(checkout, KEY, By.person("ann", "again"))).isFalse();
    }

    @Test
    void aPersonSkipsACompensation_andTheRestIsUndone() {
        plan("shipping", new UnsupportedOperationException("no carrier goes there"));
        plan("undo payment", new UnsupportedOperationException("refunds are closed"));
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");
        assertThat(sagas.skip(checkout, KEY, "payment", By.person("ann", "too early")))
                .isFalse();
        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.STUCK);

        assertThat(sagas.skip(checkout, KEY, "payment", By.person("ann", "paid back in cash")))
                .isTrue();
        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPENSATED);

        assertThat(calls).containsExactly("stock", "payment", "shipping", "undo payment", "undo stock");
        assertThat(report(sagas).history()).anySatisfy(line -> {
            assertThat(line.kind()).isEqualTo(SagaReport.LineKind.UNDO);
            assertThat(line.step()).isEqualTo("payment");
            assertThat(line.what()).isEqualTo("undo payment");
            assertThat(line.words()).contains("ann: paid back in cash");
        });
    }

    @Test
    void aSkipThatWasCutOffIsCompletedByAnyPerson() {
        plan("shipping", new UnsupportedOperationException("no carrier goes there"));
        plan("undo payment", new UnsupportedOperationException("refunds are closed"));
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");
        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.STUCK);
        Sagas dying = Sagas.on(
                Tasks.on(withoutRedrives(Objects.requireNonNull(taskStore))), Objects.requireNonNull(recordStore));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> dying.skip(checkout, KEY, "payment", By.person("ann", "paid back in cash")));

        assertThat(sagas.skip(checkout, KEY, "payment", By.person("bob", "ann paid it back")))
                .isTrue();
        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(calls).containsExactly("stock", "payment", "shipping", "undo payment", "undo stock");
    }

    private static TaskStore withoutRedrives(TaskStore store) {
        DeadLetters letters = (DeadLetters) Proxy.newProxyInstance(
                DeadLetters.class.getClassLoader(), new Class<?>[] {DeadLetters.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("redrive")) {
                        throw new StoreException(FailureKind.PERMANENT, "the process died", null);
                    }
                    return method.invoke(store.deadLetters(), arguments);
                });
        return new DelegatingTaskStore(store) {
            @Override
            public DeadLetters deadLetters() {
                return letters;
            }
        };
    }

    @Test
    void anotherProcessSeesTheSaga_andSkipsForIt() {
        plan("shipping", new UnsupportedOperationException("no carrier goes there"));
        plan("undo payment", new UnsupportedOperationException("refunds are closed"));
        Sagas sagas = sagas();
        sagas.start(checkout, KEY, "order");
        runToItsEnd(sagas);

        TaskStore store = Objects.requireNonNull(taskStore);
        Sagas outside = Sagas.on(Tasks.on(store), Objects.requireNonNull(recordStore));
        SagaRegistry.Declared found = SagaRegistry.on(store).find("checkout").orElseThrow();
        assertThat(found.saga().stepNames()).containsExactly("stock", "payment", "shipping");
        assertThat(found.undoable()).containsExactly("stock", "payment");
        assertThat(outside.find(found.saga(), KEY).orElseThrow().status()).isEqualTo(SagaStatus.STUCK);

        assertThat(outside.skip(found.saga(), KEY, "payment", By.person("ann", "paid back in cash")))
                .isTrue();
        assertThat(runToItsEnd(sagas)).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(SagaRegistry.on(store).list(null, 10)).hasSize(1);
        assertThat(SagaRegistry.on(store).list("checkout", 10)).isEmpty();
    }
}
