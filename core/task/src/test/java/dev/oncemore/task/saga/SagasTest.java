package dev.oncemore.task.saga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.By;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SagasTest {
    private static final String KEY = "order-7";
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    private final InstantSource clock = () -> Instant.EPOCH.plus(time.elapsed());
    private final InMemoryTaskStore taskStore = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
    private final InMemoryRecordStore records = new InMemoryRecordStore(time, clock, 1_000);
    private final List<String> calls = new ArrayList<>();
    private final List<SagaEvent> events = new ArrayList<>();
    private final List<TaskEvent> taskEvents = new ArrayList<>();
    private final Node node = new Node(SagaSettings.standard());

    @AfterEach
    void noInterruptIsLeftBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    /** A process with the stores that all share. Its heart does not beat: when time passes, it was paused. */
    private final class Node {
        final Tasks tasks = Tasks.on(
                (TaskStore) taskStore,
                TaskSettings.standard().time(time).executor(beat -> {}).listener(taskEvents::add));
        final Sagas sagas;
        private Consumer<SagaEvent> pause = event -> {};

        Node(SagaSettings settings) {
            sagas = Sagas.on(
                    tasks,
                    records,
                    settings.time(time)
                            .random(new SplittableRandom(1))
                            .listener(this::hear)
                            .once(OnceSettings.standard()
                                    .lease(LEASE)
                                    .executor(beat -> {})
                                    .responseBytesMax(300)));
        }

        private void hear(SagaEvent event) {
            events.add(event);
            pause.accept(event);
        }

        int run() {
            return tasks.manualWorker().runAll();
        }
    }

    private String does(String order, StepRun step) {
        calls.add(step.step());
        return order;
    }

    private void undoes(String order, StepRun step) {
        calls.add("undo " + step.step() + (step.isInDoubt() ? "?" : ""));
    }

    private SagaReport<String> report(Saga<String> saga) {
        return node.sagas.find(saga, KEY).orElseThrow();
    }

    private Saga<String> withPayment(InDoubt inDoubt, StepAction<String> payment) {
        return Saga.of("checkout", String.class)
                .step("stock", this::does)
                .undo(this::undoes)
                .step("payment", payment)
                .undo(this::undoes)
                .inDoubt(inDoubt)
                .step("shipping", this::does)
                .undo(this::undoes)
                .build();
    }

    private SagaReport<String> run(Saga<String> saga) {
        node.sagas.handle(saga);
        node.sagas.start(saga, KEY, "order");
        node.run();
        return report(saga);
    }

    /** While the first node's charge is under way it stands still for so long that a second one takes the saga over. */
    private SagaReport<String> overtakenWhileCharging(InDoubt inDoubt) {
        Node second = new Node(SagaSettings.standard());
        Saga<String> saga = withPayment(inDoubt, (order, step) -> {
            calls.add("payment");
            if (step.attempt() == 1) {
                time.advance(LEASE.plusSeconds(1));
                second.run();
                calls.add("late");
            }
            return order;
        });
        second.sagas.handle(saga);
        return run(saga);
    }

    @Test
    void aStepThatSucceedsLateIsUndoneOnce_andItsNodeGoesNoFurther() {
        SagaReport<String> report = overtakenWhileCharging(InDoubt.COMPENSATE);

        assertThat(calls).containsExactly("stock", "payment", "undo payment?", "undo stock", "late");
        assertThat(report.status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(taskEvents).anyMatch(event -> event instanceof TaskEvent.Lost);
    }

    @Test
    void aStepThatSucceedsLateWasRunAgain_andItsNodeGoesNoFurther() {
        SagaReport<String> report = overtakenWhileCharging(InDoubt.RUN_AGAIN);

        assertThat(calls).containsExactly("stock", "payment", "payment", "shipping", "late");
        assertThat(report.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(taskEvents).anyMatch(event -> event instanceof TaskEvent.Lost);
    }

    @Test
    void aNodeThatStoodStillBetweenTwoStepsStartsNoneAnyMore_whenTheSagaHasTurnedBack() {
        Node second = new Node(SagaSettings.standard());
        second.sagas.handle(withPayment(InDoubt.RUN_AGAIN, (order, step) -> {
            throw new IllegalStateException("the second node can not pay");
        }));
        node.pause = event -> {
            if (event instanceof SagaEvent.StepDone done && done.step().equals("stock")) {
                time.advance(LEASE.plusSeconds(1));
                second.run();
                calls.add("late");
            }
        };

        SagaReport<String> report = run(withPayment(InDoubt.RUN_AGAIN, this::does));

        assertThat(calls).containsExactly("stock", "undo payment?", "undo stock", "late");
        assertThat(report.status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(taskEvents).anyMatch(event -> event instanceof TaskEvent.Lost);
    }

    /** The last step has no record: only the task tells that it is done. */
    @Test
    void aNodeThatStoodStillBetweenTwoStepsRepeatsNone_whenTheSagaIsCompleted() {
        Node second = new Node(SagaSettings.standard());
        Saga<String> saga = withPayment(InDoubt.RUN_AGAIN, this::does);
        second.sagas.handle(saga);
        node.pause = event -> {
            if (event instanceof SagaEvent.StepDone done && done.step().equals("stock")) {
                node.pause = none -> {};
                time.advance(LEASE.plusSeconds(1));
                second.run();
                calls.add("late");
            }
        };

        SagaReport<String> report = run(saga);

        assertThat(calls).containsExactly("stock", "payment", "shipping", "late");
        assertThat(report.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(taskEvents).anyMatch(event -> event instanceof TaskEvent.Lost);
    }

    @Test
    void aStepThatTakesTooLongIsInterrupted_andInDoubt() {
        Saga<String> saga = Saga.of("checkout", String.class)
                .step("payment", (order, step) -> {
                    calls.add("payment");
                    time.sleep(Duration.ofSeconds(10).toNanos());
                    return order;
                })
                .undo(this::undoes)
                .timeout(Duration.ofSeconds(5))
                .inDoubt(InDoubt.COMPENSATE)
                .build();

        SagaReport<String> report = run(saga);

        assertThat(report.status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(report.reason()).contains("no answer within the attempt timeout of 5 s");
        assertThat(calls).containsExactly("payment", "undo payment?");
    }

    @Test
    void attemptsAreAsFarApartAsTheStepsPolicySays() {
        RetryPolicy patient = RetryPolicy.named("patient")
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMinutes(5)).noJitter())
                .build();
        Saga<String> saga = Saga.of("checkout", String.class)
                .step("payment", (order, step) -> {
                    calls.add("payment");
                    throw new ConnectException("refused");
                })
                .retry(patient)
                .build();
        assertThat(run(saga).status()).isEqualTo(SagaStatus.RUNNING);
        assertThat(events)
                .contains(new SagaEvent.Retried(
                        "checkout",
                        KEY,
                        "payment",
                        false,
                        1,
                        Duration.ofMinutes(5),
                        "TRANSIENT ConnectException: refused"));

        time.advance(Duration.ofMinutes(5).minusMillis(1));
        assertThat(node.run()).isZero();
        time.advance(Duration.ofMillis(1));
        assertThat(node.run()).isEqualTo(1);
        assertThat(calls).hasSize(2);
    }

    @Test
    void aBugTurnsItBackAtOnce_andTheStepIsInDoubt() {
        SagaReport<String> report = run(withPayment(InDoubt.RUN_AGAIN, (order, step) -> {
            throw new AssertionError("a bug");
        }));

        assertThat(report.status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(calls).containsExactly("stock", "undo payment?", "undo stock");
    }

    @Test
    void aStateThatCannotBeKeptTurnsItBack_andTheStepIsUndone() {
        SagaReport<String> report = run(withPayment(InDoubt.RUN_AGAIN, (order, step) -> "x".repeat(301)));

        assertThat(report.status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(report.reason()).contains("could not be stored", "responseBytesMax");
        assertThat(calls).containsExactly("stock", "undo payment", "undo stock");
    }

    @Test
    void aNodeThatIsInterruptedDecidesNothing() {
        Saga<String> saga = withPayment(InDoubt.COMPENSATE, (order, step) -> {
            throw new InterruptedException("shut down");
        });
        node.sagas.handle(saga);
        node.sagas.start(saga, KEY, "order");
        assertThat(node.tasks.manualWorker().runOne()).isTrue();
        assertThat(Thread.interrupted()).isTrue();

        assertThat(report(saga).status()).isEqualTo(SagaStatus.RUNNING);
        node.run();
        assertThat(report(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(calls).containsExactly("stock", "undo payment?", "undo stock");
    }

    @Test
    void anUndoIsGivenTheKeyThatItsStepHadSent() {
        List<String> keys = new ArrayList<>();
        Saga<String> saga = Saga.of("checkout", String.class)
                .step("payment", (order, step) -> {
                    keys.add(step.key());
                    return order;
                })
                .undo((order, step) -> {
                    keys.add(step.stepKey());
                    assertThat(step.key()).isNotEqualTo(step.stepKey());
                    assertThat(step.saga()).isEqualTo(KEY);
                })
                .step("shipping", (order, step) -> {
                    throw new UnsupportedOperationException("no carrier goes there");
                })
                .build();

        assertThat(run(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(keys).hasSize(2);
        assertThat(keys.get(0)).isEqualTo(keys.get(1));
    }

    @Test
    void aSagaThatOutlivedItsRecordsIsStuck_andRepeatsNothing() {
        Node brief = new Node(SagaSettings.standard().retention(Duration.ofMinutes(1)));
        RetryPolicy slow = RetryPolicy.named("slow")
                .backoff(Backoff.fixed(Duration.ofMinutes(5)).noJitter())
                .build();
        Saga<String> saga = Saga.of("checkout", String.class)
                .step("stock", this::does)
                .step("payment", (order, step) -> {
                    throw new ConnectException("refused");
                })
                .retry(slow)
                .build();
        brief.sagas.handle(saga);
        TaskHandle handle = brief.sagas.start(saga, KEY, "order");
        brief.run();
        time.advance(Duration.ofMinutes(5));
        brief.run();

        assertThat(handle.poll().orElseThrow().reason()).contains("has expired");
        assertThat(calls).containsExactly("stock");
    }

    @Test
    void nameAndReasonAreRequired() {
        Saga<String> saga = withPayment(InDoubt.RUN_AGAIN, this::does);
        run(saga);

        assertThat(node.sagas.resume(saga, KEY, By.person("ann", "it is not stuck")))
                .isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.sagas.resume(saga, KEY, By.person("ann", " ")))
                .withMessageContaining("why must not be blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.sagas.resume(saga, KEY, By.person(" ", "the bank is back")))
                .withMessageContaining("who must have 1 to 255 characters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.sagas.skip(saga, KEY, "payment", By.person(" ", "paid back")))
                .withMessageContaining("who must have 1 to 255 characters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.sagas.skip(saga, KEY, "payments", By.person("ann", "paid back")))
                .withMessage("saga 'checkout' has no step 'payments'");
    }

    @Test
    void aKeyThatNoRecordCouldHaveIsRefused_andNothingIsStarted() {
        Saga<String> saga = withPayment(InDoubt.RUN_AGAIN, this::does);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.sagas.start(saga, "k".repeat(121), "order"))
                .withMessage("saga key must have at most 120 characters, but has 121");
        assertThatIllegalArgumentException().isThrownBy(() -> node.sagas.start(saga, "%".repeat(120), "order"));
        assertThat(taskStore.queues().list()).isEmpty();
    }

    @Test
    void eventsTellTheWholeStory() {
        RetryPolicy knowing = RetryPolicy.named("knowing")
                .classifier(Classifier.standard().rejectedOn(UnsupportedOperationException.class))
                .build();
        run(Saga.of("checkout", String.class)
                .step("stock", this::does)
                .undo(this::undoes)
                .step("payment", (order, step) -> {
                    throw new UnsupportedOperationException("no funds");
                })
                .retry(knowing)
                .build());

        String why = "DOMAIN_REJECTION UnsupportedOperationException: no funds";
        assertThat(events)
                .containsExactly(
                        new SagaEvent.Started("checkout", KEY),
                        new SagaEvent.StepDone("checkout", KEY, "stock"),
                        new SagaEvent.TurnedBack("checkout", KEY, "payment", why),
                        new SagaEvent.Undone("checkout", KEY, "stock"),
                        new SagaEvent.Compensated("checkout", KEY, "step 'payment': " + why));
    }
}
