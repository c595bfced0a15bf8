package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters.Edit;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.InMemoryTransaction;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TasksTest {
    private final VirtualTime time = new VirtualTime();
    private final InMemoryTaskStore store = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
    private final List<TaskEvent> events = new ArrayList<>();
    private final Tasks tasks = Tasks.on((TaskStore) store, settings());

    private TaskSettings settings() {
        return TaskSettings.standard()
                .time(time)
                .listener(events::add)
                .payloadBytesMax(100)
                .resultBytesMax(10);
    }

    private TaskStatus run(TaskHandler<String> handler) {
        tasks.handle("kind", String.class, handler);
        TaskHandle handle = tasks.enqueue("kind", "payload");
        assertThat(tasks.manualWorker().runOne()).isTrue();
        return handle.poll().orElseThrow();
    }

    @Test
    void aConsumerNeedsNoVerdict_whateverTheFormOfItsLambda() {
        List<String> sent = new ArrayList<>();
        tasks.consume("block", String.class, (address, task) -> {
            sent.add(address + " " + task.kind());
        });
        tasks.consume("expression", String.class, (address, task) -> sent.add(address + " " + task.kind()));
        tasks.handle("verdict", String.class, (address, task) -> Verdict.rejected("no"));
        List<TaskHandle> handles = List.of(
                tasks.enqueue("block", "ann"), tasks.enqueue("expression", "bob"), tasks.enqueue("verdict", "cid"));

        tasks.manualWorker().runAll();

        assertThat(sent).containsExactly("ann block", "bob expression");
        assertThat(handles)
                .extracting(handle -> handle.poll().orElseThrow().state())
                .containsExactly(TaskState.DONE, TaskState.DONE, TaskState.REJECTED);
    }

    @Test
    void aListIsBounded_andItsDedupKeyIsNotThatOfAll() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.enqueueAll("kind", Collections.nCopies(10_001, "x")))
                .withMessageContaining("10000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.enqueueAll(
                        "kind", List.of("a", "b"), TaskOptions.standard().dedupKey("k")))
                .withMessageContaining("pass a function");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.enqueueAll("kind", List.of("a", "x".repeat(101))))
                .withMessageContaining("payloadBytesMax");
        assertThat(tasks.enqueueAll("kind", List.of())).isEmpty();
        assertNothingIsStored();
    }

    @Test
    void aListJoinsATransaction() {
        TransactionalTasks<InMemoryTransaction> joining = Tasks.on(store, settings());
        InMemoryTransaction undone = store.begin();
        joining.within(undone).enqueueAll("kind", List.of("a", "b"));
        undone.rollback();
        assertThat(joining.manualWorker().runAll()).isZero();

        InMemoryTransaction transaction = store.begin();
        List<TaskHandle> handles = joining.within(transaction)
                .enqueueAll(
                        "kind",
                        List.of("a", "b"),
                        (String payload) -> TaskOptions.standard().dedupKey(payload));
        transaction.commit();

        assertThat(handles).allSatisfy(handle -> {
            assertThat(handle.isNew()).isTrue();
            assertThat(handle.poll()).isPresent();
        });
    }

    @Test
    void preparedTasksOfSeveralKindsAreStoredTogether_underTheirIds_andOnce() {
        TransactionalTasks<InMemoryTransaction> joining = Tasks.on(store, settings());
        List<NewTask> prepared = List.of(
                joining.prepare("mail", "a", TaskOptions.standard()),
                joining.prepare("sms", "b", TaskOptions.standard().priority(3)));
        assertNothingIsStored();

        InMemoryTransaction undone = store.begin();
        joining.within(undone).enqueuePrepared(prepared);
        undone.rollback();
        assertThat(store.queues().list()).isEmpty();

        for (int repetition = 0; repetition < 2; repetition++) {
            InMemoryTransaction transaction = store.begin();
            assertThat(joining.within(transaction).enqueuePrepared(prepared))
                    .extracting(TaskHandle::id)
                    .containsExactly(
                            prepared.get(0).task().id(), prepared.get(1).task().id());
            transaction.commit();
        }

        List<String> ran = new ArrayList<>();
        joining.consume("mail", String.class, (payload, task) -> ran.add("mail " + payload));
        joining.consume("sms", String.class, (payload, task) -> ran.add("sms " + payload));
        joining.manualWorker().runAll();
        assertThat(ran).containsExactly("sms b", "mail a");
    }

    @Test
    void aPreparedTaskIsCheckedBeforeItIsStored() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.prepare("kind", "x".repeat(101), TaskOptions.standard()))
                .withMessageContaining("payloadBytesMax");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.prepare("", "x", TaskOptions.standard()))
                .withMessageContaining("kind");
        assertNothingIsStored();
    }

    @Test
    void anEnqueueJoinsTheTransactionOfItsThread() {
        InMemoryTransaction[] open = {null};
        List<Runnable> afterCommit = new ArrayList<>();
        TransactionalTasks<InMemoryTransaction> joining = Tasks.on(store, settings(), new AmbientTransaction<>() {
            @Override
            public InMemoryTransaction current() {
                return open[0];
            }

            @Override
            public void afterCommit(Runnable action) {
                afterCommit.add(action);
            }
        });

        open[0] = store.begin();
        TaskHandle undone = joining.enqueue("kind", "a");
        open[0].rollback();
        open[0] = store.begin();
        TaskHandle kept = joining.enqueueAll("kind", List.of("b")).get(0);
        assertThat(store.find(List.of(kept.id())).get(0))
                .as("before the commit")
                .isEmpty();
        open[0].commit();
        open[0] = null;
        TaskHandle alone = joining.enqueue("kind", "c");

        assertThat(afterCommit).hasSize(2);
        afterCommit.forEach(Runnable::run);
        assertThat(undone.poll()).isEmpty();
        assertThat(kept.poll()).isPresent();
        assertThat(alone.poll()).isPresent();
    }

    @Test
    void optionsKeepWhatWasSaidBefore_inAnyOrder() {
        TaskOptions options = TaskOptions.standard().dedupKey("x").priority(3).queue("billing");

        TaskHandle first = tasks.enqueue("kind", "payload", options);
        TaskHandle second = tasks.enqueue("kind", "payload", options);

        assertThat(second.id()).as("the key was kept").isEqualTo(first.id());
        assertThat(first.poll().orElseThrow().queue()).isEqualTo("billing");
    }

    @Test
    void aListenerLearnsOfTheTasks_andOfTheHeadersOfEach() {
        List<Tasks> ready = new ArrayList<>();
        List<String> heard = new ArrayList<>();
        Tasks observed = Tasks.on((TaskStore) store, settings().listener(new TaskListener() {
            @Override
            public void on(TaskEvent event) {
                heard.add("without its task");
            }

            @Override
            public void on(TaskEvent event, Task task) {
                heard.add(
                        event.getClass().getSimpleName() + " " + task.headers().get("trace"));
            }

            @Override
            public void onReady(Tasks tasks) {
                ready.add(tasks);
                throw new IllegalStateException("is logged");
            }
        }));
        observed.handle("kind", String.class, (payload, run) -> Verdict.done());
        observed.enqueue("kind", "payload", TaskOptions.standard().header("trace", "4bf9"));
        observed.manualWorker().runAll();

        assertThat(ready).containsExactly(observed);
        assertThat(heard).containsExactly("Enqueued 4bf9", "Claimed 4bf9", "Done 4bf9");
    }

    @Test
    void aPayloadOverTheLimitIsRefused_andNothingIsStored() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.enqueue("kind", "x".repeat(101)))
                .withMessage("the payload has 101 bytes, but at most 100 are allowed (payloadBytesMax)");
        assertNothingIsStored();
    }

    @Test
    void anEditOverTheLimitIsRefused_andTheLetterStaysAsItWas() {
        Tasks small = Tasks.on((TaskStore) store, settings().payloadBytesMax(5))
                .handle("bad", String.class, (text, task) -> {
                    return Verdict.dead("no");
                });
        TaskHandle handle = small.enqueue("bad", "abcde");
        small.manualWorker().runAll();
        DeadLetter letter = letterOf(small, handle);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> small.deadLetters()
                        .edit(
                                List.of(new Edit(handle.id(), letter.fence(), Bytes.ofText("abcdef"))),
                                By.person("ann", "corrected")))
                .withMessage("the payload has 6 bytes, but at most 5 are allowed (payloadBytesMax)");

        assertThat(letterOf(small, handle)).isEqualTo(letter);
        assertThat(small.deadLetters()
                        .edit(
                                List.of(new Edit(handle.id(), letter.fence(), Bytes.ofText("fghij"))),
                                By.person("ann", "corrected")))
                .containsExactly(true);
    }

    private static DeadLetter letterOf(Tasks tasks, TaskHandle handle) {
        return tasks.deadLetters().read(List.of(handle.id())).get(0).orElseThrow();
    }

    @Test
    void aNegativeDelayIsRefused_andNothingIsStored() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> tasks.enqueue("kind", "x", TaskOptions.standard().delay(Duration.ofMillis(-1))))
                .withMessage("delay must be between 0 and 3650 d, but is -1 ms");
        assertNothingIsStored();
    }

    @Test
    void namesThatAreOutOfBoundsAreRefused_andNothingIsStored() {
        String longName = "n".repeat(101);
        String longKey = "k".repeat(256);
        assertRefused("kind must have at most 100 characters, but has 101", longName, TaskOptions.standard());
        assertRefused("kind must not be empty", "", TaskOptions.standard());
        assertRefused("kind must be printable ASCII", "größe", TaskOptions.standard());
        assertRefused(
                "queue must have at most 100 characters",
                "kind",
                TaskOptions.standard().queue(longName));
        assertRefused(
                "dedup key must have at most 255",
                "kind",
                TaskOptions.standard().dedupKey(longKey));
        assertRefused(
                "lane key must have at most 255", "kind", TaskOptions.standard().lane(longKey));
        assertRefused(
                "priority must be between -1000 and 1000, but is 1001",
                "kind",
                TaskOptions.standard().priority(1_001));
        assertRefused(
                "maxAttempts must be between 1 and 10000, but is 0",
                "kind",
                TaskOptions.standard().maxAttempts(0));
        assertRefused(
                "header 'h' must have at most 1000 characters",
                "kind",
                TaskOptions.standard().header("h", "v".repeat(1_001)));
        assertRefused("header 'h' must", "kind", TaskOptions.standard().header("h", "a\u0000b"));
        assertNothingIsStored();
    }

    private void assertRefused(String message, String kind, TaskOptions options) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.enqueue(kind, "x", options))
                .withMessageContaining(message);
    }

    private void assertNothingIsStored() {
        assertThat(store.queues().list()).isEmpty();
        assertThat(events).isEmpty();
    }

    @Test
    void aPayloadWithoutACodecIsRefused_andTheMessageSaysWhatToDo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.enqueue("kind", 5))
                .withMessageContaining("oncemore-jackson");
    }

    @Test
    void aKindHasOneHandler() {
        tasks.handle("kind", String.class, (text, task) -> Verdict.done());

        assertThatIllegalStateException()
                .isThrownBy(() -> tasks.handle("kind", String.class, (text, task) -> Verdict.done()))
                .withMessage("kind 'kind' already has a handler");
    }

    @Test
    void aHandlerSeesWhatTheTaskWasMadeWith() {
        tasks.handle("kind", String.class, (text, task) -> {
            assertThat(text).isEqualTo("payload");
            assertThat(task.kind()).isEqualTo("kind");
            assertThat(task.queue()).isEqualTo("other");
            assertThat(task.headers()).containsEntry("trace", "4bf9");
            assertThat(task.attempt()).isEqualTo(1);
            assertThat(task.redrives()).isZero();
            assertThat(task.fence()).isEqualTo(1);
            assertThat(task.enqueuedAt()).isEqualTo(Instant.EPOCH);
            assertThat(task.key()).isEqualTo(task.id()).hasSize(32);
            assertThat(task.isLost()).isFalse();
            return Verdict.done();
        });
        TaskHandle handle = tasks.enqueue(
                "kind", "payload", TaskOptions.standard().queue("other").header("trace", "4bf9"));

        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }

    @Test
    void aSecondEnqueueWithTheSameDedupKeyAnswersTheFirst() {
        TaskOptions options = TaskOptions.standard().dedupKey("order-1");
        TaskHandle first = tasks.enqueue("kind", "a", options);
        TaskHandle second = tasks.enqueue("kind", "b", options);

        assertThat(first.isNew()).isTrue();
        assertThat(second.isNew()).isFalse();
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(events).last().isEqualTo(new TaskEvent.Enqueued("default", "kind", first.id(), false));
    }

    @Test
    void awaitReturnsTheEndOfATask_orNothingWhenTimeIsUp() throws Exception {
        tasks.handle("kind", String.class, (text, task) -> Verdict.done());
        TaskHandle handle = tasks.enqueue("kind", "x", TaskOptions.standard().delay(Duration.ofMinutes(1)));

        assertThat(handle.await(Duration.ofSeconds(30))).isEmpty();
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(30));
        try (Workers workers = Tasks.on((TaskStore) store, settings().executor(Runnable::run))
                .handle("kind", String.class, (text, task) -> Verdict.done())
                .start()) {
            assertThat(handle.await(Duration.ofHours(1)).map(TaskStatus::state)).contains(TaskState.DONE);
            assertThat(workers.held()).isZero();
        }
        assertThat(time.elapsed()).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(62));
    }

    @Test
    void awaitTakesAnyDuration() throws Exception {
        tasks.handle("kind", String.class, (text, task) -> Verdict.done());
        TaskHandle handle = tasks.enqueue("kind", "x");
        tasks.manualWorker().runAll();

        assertThat(handle.await(ChronoUnit.FOREVER.getDuration()).map(TaskStatus::state))
                .contains(TaskState.DONE);
    }

    @Test
    void aPurgeOfTheFutureIsRefused_andNothingIsForgotten() {
        tasks.handle("kind", String.class, (text, task) -> Verdict.done());
        TaskHandle handle = tasks.enqueue("kind", "x");
        tasks.manualWorker().runAll();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.purge(Duration.ofDays(-1), Duration.ZERO, 10))
                .withMessageContaining("endedFor must be between");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.purge(Duration.ofDays(1), Duration.ofDays(-1), 10))
                .withMessageContaining("discardedFor must be between");
        assertThat(handle.poll()).isPresent();
    }

    @Test
    void aResultThatCannotBeKeptDoesNotUndoTheWork() {
        assertThat(run((text, task) -> Verdict.done("longer than ten bytes")))
                .extracting(TaskStatus::state, TaskStatus::result)
                .containsExactly(TaskState.DONE, null);
    }

    @Test
    void aResultWithoutACodecDoesNotUndoTheWork() {
        assertThat(run((text, task) -> Verdict.done(5)))
                .extracting(TaskStatus::state, TaskStatus::result)
                .containsExactly(TaskState.DONE, null);
    }

    @Test
    void aBugInAHandlerIsDeadAtOnce() {
        TaskStatus status = run((text, task) -> {
            throw new AssertionError("cannot be");
        });

        assertThat(status.state()).isEqualTo(TaskState.DEAD);
        assertThat(status.reason()).contains("AssertionError: cannot be");
    }

    @Test
    void anErrorOfTheMachineIsTriedAgain() {
        assertThat(run((text, task) -> {
                            throw new OutOfMemoryError("on this node");
                        })
                        .state())
                .isEqualTo(TaskState.WAITING);
    }

    @Test
    void anInterruptedHandlerIsTriedAgain_andTheThreadStaysInterrupted() {
        assertThat(run((text, task) -> {
                            throw new InterruptedException();
                        })
                        .state())
                .isEqualTo(TaskState.WAITING);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aClassifierThatThrowsMakesADeadLetterThatSaysSo() {
        Classifier broken = failure -> {
            throw new IllegalStateException("no idea");
        };
        RetryPolicy policy = RetryPolicy.named("broken").classifier(broken).build();
        tasks.handle("kind", String.class, policy, (text, task) -> {
            throw new ConnectException("refused");
        });
        TaskHandle handle = tasks.enqueue("kind", "x");
        tasks.manualWorker().runAll();

        assertThat(handle.poll().orElseThrow().reason()).contains("refused", "the classifier threw", "no idea");
    }

    @Test
    void aVerdictToRetryIsBoundByTheAttempts() {
        RetryPolicy policy =
                RetryPolicy.named("two").maxAttempts(2).backoff(Backoff.none()).build();
        tasks.handle("kind", String.class, policy, (text, task) -> Verdict.retryLater(Duration.ZERO, "not yet"));
        TaskHandle usual = tasks.enqueue("kind", "x");
        TaskHandle longer = tasks.enqueue("kind", "x", TaskOptions.standard().maxAttempts(4));

        assertThat(tasks.manualWorker().runAll()).isEqualTo(6);

        assertThat(usual.poll().orElseThrow().reason()).isEqualTo("gave up after 2 of 2 attempts: not yet");
        assertThat(longer.poll().orElseThrow().attempts()).isEqualTo(4);
    }

    @Test
    void lettersOfTheSameCauseHaveTheSameSignature_whateverTheirNumbers() {
        tasks.handle("kind", String.class, (text, task) -> Verdict.dead("order " + text + " of 'ann' is unknown"));
        tasks.enqueue("kind", "17");
        tasks.enqueue("kind", "4bf92f3577b34da6a3ce929d0e0e4736");
        tasks.manualWorker().runAll();

        assertThat(tasks.deadLetters().groups(Filter.all(), 10)).singleElement().satisfies(group -> {
            assertThat(group.signature()).isEqualTo("order # of # is unknown");
            assertThat(group.count()).isEqualTo(2);
        });
    }

    @Test
    void aLaneParksUnlessItsQueueOrTheEnqueueSaysOtherwise() {
        Tasks skipping = Tasks.on(
                        (TaskStore) store,
                        settings().queue("skips", QueueSettings.standard().onPoison(OnPoison.SKIP)))
                .handle("kind", String.class, (text, task) -> Verdict.dead("no"));
        skipping.enqueue("kind", "a", TaskOptions.standard().lane("x"));
        skipping.enqueue("kind", "b", TaskOptions.standard().lane("x"));
        skipping.enqueue("kind", "c", TaskOptions.standard().queue("skips").lane("x"));
        skipping.enqueue("kind", "d", TaskOptions.standard().queue("skips").lane("x"));
        skipping.enqueue("kind", "e", TaskOptions.standard().queue("skips").lane("y", OnPoison.PARK));
        skipping.enqueue("kind", "f", TaskOptions.standard().queue("skips").lane("y", OnPoison.PARK));

        assertThat(skipping.manualWorker().runAll()).isEqualTo(4);
    }

    @Test
    void aManualWorkerThatFindsNoEndSaysSo() {
        RetryPolicy forEver = RetryPolicy.named("for-ever")
                .maxAttempts(10_000)
                .backoff(Backoff.none())
                .build();
        tasks.handle("kind", String.class, forEver, (text, task) -> Verdict.retryLater(Duration.ZERO, "again"));
        tasks.enqueue("kind", "x", TaskOptions.standard().lane("l", OnPoison.BLOCK));

        assertThatIllegalStateException()
                .isThrownBy(() -> tasks.manualWorker().runAll())
                .withMessage("after 10000 runs there is still something due");
    }

    @Test
    void whatEndedLongAgoIsForgotten() {
        tasks.handle("kind", String.class, (text, task) -> Verdict.done());
        TaskHandle handle = tasks.enqueue("kind", "x");
        tasks.manualWorker().runAll();
        time.advance(Duration.ofDays(7));

        assertThat(tasks.purge(Duration.ofDays(8), Duration.ofDays(1), 100)).isZero();
        assertThat(tasks.purge(Duration.ofDays(6), Duration.ofDays(1), 1)).isEqualTo(1);
        assertThat(handle.poll()).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_000_001})
    void aRedriveOfNoUseIsRefused(int perSecond) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.redriveAll(Filter.all(), perSecond, By.person("ann", "mended")))
                .withMessageContaining("perSecond must be between 1 and 1000000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.redriveAll(Filter.all().onlyDiscarded(), 1, By.person("ann", "mended")))
                .withMessageContaining("restore them first");
    }

    @Test
    void aBulkRedriveKeepsItsRate() {
        tasks.handle("kind", String.class, (text, task) -> task.redrives() == 0 ? Verdict.dead("no") : Verdict.done());
        for (int i = 0; i < 250; i++) {
            tasks.enqueue("kind", "x", TaskOptions.standard().queue("some = queue, 100 %"));
        }
        tasks.manualWorker().runAll();
        tasks.redriveAll(
                Filter.all().inQueue("some = queue, 100 %").withSignature("no"), 10, By.person("ann", "mended"));
        Duration start = time.elapsed();

        assertThat(tasks.manualWorker().runOne("oncemore")).isTrue();

        assertThat(time.elapsed().minus(start)).isEqualTo(Duration.ofSeconds(25));
        assertThat(tasks.manualWorker().runAll()).isEqualTo(250);
        assertThat(events).noneMatch(TaskEvent.Lost.class::isInstance);
    }
}
