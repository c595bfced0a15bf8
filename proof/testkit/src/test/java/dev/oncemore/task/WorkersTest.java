package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.oncemore.By;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.InMemoryTransaction;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Workers in virtual time, on the thread that makes it pass. */
class WorkersTest {
    private static final RetryPolicy POLICY = RetryPolicy.named("test")
            .maxAttempts(4)
            .backoff(Backoff.exponential(Duration.ofMillis(100)).noJitter())
            .build();

    private final VirtualTime time = new VirtualTime();
    private final InMemoryTaskStore memory = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 10_000);
    private final WatchedStore store = new WatchedStore(memory);
    private final List<TaskEvent> events = new ArrayList<>();
    private final List<String> done = new ArrayList<>();

    private TaskSettings settings() {
        return TaskSettings.standard()
                .time(time)
                .executor(Runnable::run)
                .policy(POLICY)
                .listener(events::add);
    }

    private Tasks tasks() {
        return tasks(settings());
    }

    private Tasks tasks(TaskSettings settings) {
        return Tasks.on(store, settings).handle("say", String.class, (text, task) -> {
            done.add(text);
            return Verdict.done();
        });
    }

    @Test
    void anIdleWorkerAsksTheStoreOnceASecond_forAllItsQueues() {
        Tasks tasks = tasks(settings().queue("a", QueueSettings.standard()).queue("b", QueueSettings.standard()));
        try (Workers workers = tasks.start()) {
            time.advance(Duration.ofSeconds(60));
            assertThat(workers.held()).isZero();
        }

        assertThat(store.claims.get()).isEqualTo(61);
        assertThat(store.extensions).isEmpty();
        assertThat(time.alarmsWaiting()).as("nothing is left running").isZero();
    }

    @Test
    void anEnqueueInThisProcessIsNotWaitedFor() {
        Tasks tasks = tasks();
        try (Workers workers = tasks.start()) {
            tasks.enqueue("say", "hello");

            assertThat(done).containsExactly("hello");
            assertThat(time.elapsed()).isZero();
            assertThat(workers.held()).isZero();
        }
    }

    @Test
    void whatComesWhileAClaimIsUnderWayIsNotMissed() {
        Tasks tasks = tasks();
        try (Workers workers = tasks.start()) {
            store.beforeClaim = () -> {
                store.beforeClaim = () -> {};
                assertThat(store.claim(new ClaimRequest(
                                "other",
                                Duration.ofHours(1),
                                1,
                                List.of(new ClaimRequest.Share(Tasks.DEFAULT_QUEUE, 1)))))
                        .hasSize(1);
                // The claim that is under way is about to find nothing, when this comes.
                tasks.enqueue("say", "second");
            };
            tasks.enqueue("say", "first");

            assertThat(done).containsExactly("second");
            assertThat(workers.held()).isZero();
        }
    }

    @Test
    void aBacklogIsClaimedAndFinishedInBatches() {
        Tasks tasks = tasks(settings()
                .queue(
                        Tasks.DEFAULT_QUEUE,
                        QueueSettings.standard().concurrency(8).prefetch(92)));
        for (int i = 0; i < 1_000; i++) {
            tasks.enqueue("say", "task " + i);
        }

        try (Workers workers = tasks.start()) {
            assertThat(done).hasSize(1_000);
            assertThat(workers.held()).isZero();
        }
        assertThat(store.claims.get()).isLessThan(40);
    }

    @Test
    void failuresAreTriedAgainAfterThePolicysBackoff() {
        List<Duration> attempts = new ArrayList<>();
        Tasks tasks = tasks().handle("flaky", String.class, (text, task) -> {
            attempts.add(time.elapsed());
            throw new ConnectException("refused");
        });
        TaskHandle handle = tasks.enqueue("flaky", "x");
        try (Workers workers = tasks.start()) {
            time.advance(Duration.ofSeconds(10));
            assertThat(workers.held()).isZero();
        }

        assertThat(attempts)
                .containsExactly(Duration.ZERO, Duration.ofMillis(100), Duration.ofMillis(300), Duration.ofMillis(700));
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DEAD);
        assertThat(events).filteredOn(TaskEvent.Retried.class::isInstance).hasSize(3);
        assertThat(events).filteredOn(TaskEvent.Dead.class::isInstance).hasSize(1);
    }

    @Test
    void whatTheOtherSideAsksForIsAFloor() {
        List<Duration> attempts = new ArrayList<>();
        Tasks tasks = tasks().handle("flaky", String.class, (text, task) -> {
            attempts.add(time.elapsed());
            throw new Busy(Duration.ofMinutes(5));
        });
        tasks.enqueue("flaky", "x", TaskOptions.standard().maxAttempts(2));
        try (Workers workers = tasks.start()) {
            time.advance(Duration.ofMinutes(5).minusMillis(1));
            assertThat(attempts).hasSize(1);
            time.advance(Duration.ofSeconds(1));
            assertThat(workers.held()).isZero();
        }
        assertThat(attempts).hasSize(2);
    }

    private static final class Busy extends RuntimeException implements Classified {
        private static final long serialVersionUID = 1L;
        private final transient Duration wait;

        Busy(Duration wait) {
            this.wait = wait;
        }

        @Override
        public dev.oncemore.retry.policy.Classification classification() {
            return dev.oncemore.retry.policy.Classification.throttled("429").notBefore(wait);
        }
    }

    @Test
    void aRateIsKept_andAQueueBesideItIsNotHeldUp() {
        Tasks tasks = tasks(settings().queue("slow", QueueSettings.standard().ratePerSecond(10)));
        for (int i = 0; i < 100; i++) {
            tasks.enqueue("say", "slow", TaskOptions.standard().queue("slow"));
        }
        tasks.enqueue("say", "fast");

        try (Workers workers = tasks.start()) {
            assertThat(done).containsExactlyInAnyOrder("slow", "fast");
            time.advance(Duration.ofSeconds(5));
            assertThat(done).hasSizeBetween(51, 53);
            time.advance(Duration.ofSeconds(5));
            assertThat(done).hasSize(101);
            assertThat(workers.held()).isZero();
        }
        assertThat(time.alarmsWaiting()).isZero();
    }

    @Test
    void aPauseReachesWhatWasClaimedAhead() {
        Tasks tasks = tasks(settings()
                        .queue(
                                Tasks.DEFAULT_QUEUE,
                                QueueSettings.standard().concurrency(1).prefetch(10)))
                .handle("call", String.class, (text, task) -> {
                    done.add(text);
                    return done.size() == 1 ? Verdict.pauseQueue(Duration.ofSeconds(30), "503") : Verdict.done();
                });
        for (int i = 0; i < 5; i++) {
            tasks.enqueue("call", "task " + i);
        }

        try (Workers workers = tasks.start()) {
            assertThat(done).hasSize(1);
            assertThat(workers.held()).isZero();
            time.advance(Duration.ofSeconds(29));
            assertThat(done).hasSize(1);
            time.advance(Duration.ofSeconds(2));
            assertThat(done).hasSize(6);
        }
        assertThat(events).contains(new TaskEvent.Paused(Tasks.DEFAULT_QUEUE, Duration.ofSeconds(30), "503"));
    }

    @Test
    void endsAreNotLostWhileTheStoreIsAway() {
        AtomicInteger failures = new AtomicInteger(10);
        store.beforeFinish = batch -> {
            if (failures.getAndDecrement() > 0) {
                throw new StoreException(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, "cut off", null);
            }
        };
        Tasks tasks = tasks();
        TaskHandle handle = tasks.enqueue("say", "hello");
        try (Workers workers = tasks.start()) {
            time.advance(Duration.ofSeconds(10));
            assertThat(workers.held()).isZero();
        }

        assertThat(done).containsExactly("hello");
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }

    @Test
    void anEndThatCannotBeWrittenDoesNotFailTheOthers_andItsTaskIsTriedAgain() {
        AtomicInteger failures = new AtomicInteger(1);
        store.beforeFinish = batch -> {
            if (batch.stream().anyMatch(finish -> finish.id().equals("bad")) && failures.getAndDecrement() > 0) {
                throw new StoreException("this row is refused");
            }
        };
        AtomicInteger ids = new AtomicInteger();
        Tasks tasks = tasks(settings().ids(() -> ids.incrementAndGet() == 2 ? "bad" : "good" + ids.get()));
        for (int i = 0; i < 3; i++) {
            tasks.enqueue("say", "task " + i);
        }

        try (Workers workers = tasks.start()) {
            assertThat(workers.held()).isZero();
            assertThat(tasks.find("good1").poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
            assertThat(tasks.find("good3").poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
            assertThat(tasks.find("bad").poll().orElseThrow().state()).isEqualTo(TaskState.RUNNING);
            time.advance(Duration.ofSeconds(32));
        }
        assertThat(tasks.find("bad").poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }

    @Test
    void aStoreThatGivesNoWorkIsAskedAgainASecondLater() {
        Tasks tasks = tasks();
        tasks.enqueue("say", "hello");
        store.beforeClaim = () -> {
            throw new StoreException(FailureKind.TRANSIENT, "away", null);
        };
        try (Workers workers = tasks.start()) {
            assertThat(done).isEmpty();
            store.beforeClaim = () -> {};
            time.advance(Duration.ofSeconds(1));
            assertThat(workers.held()).isZero();
        }
        assertThat(done).containsExactly("hello");
    }

    @Test
    void anErrorOfTheMachineStopsNeitherClaimingNorWriting() {
        AtomicInteger errors = new AtomicInteger(2);
        store.beforeClaim = () -> {
            if (errors.getAndDecrement() > 0) {
                throw new OutOfMemoryError("for a moment");
            }
        };
        store.beforeFinish = batch -> {
            store.beforeFinish = later -> {};
            throw new StackOverflowError("once");
        };
        Tasks tasks = tasks();
        TaskHandle handle = tasks.enqueue("say", "hello");
        try (Workers workers = tasks.start()) {
            time.advance(Duration.ofSeconds(5));
            assertThat(workers.held()).isZero();
        }
        assertThat(done).containsExactly("hello");
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }

    @Test
    void anExecutorThatTakesNoWorkCostsNothingButTime() {
        AtomicInteger refusals = new AtomicInteger(2);
        Tasks tasks = tasks(settings().executor(work -> {
            // The first is the claim, the second the thread for what was claimed.
            if (refusals.get() > 0 && done.isEmpty() && store.claims.get() == 1 && refusals.getAndDecrement() > 0) {
                throw new RejectedExecutionException("full");
            }
            work.run();
        }));
        TaskHandle handle = tasks.enqueue("say", "hello");
        try (Workers workers = tasks.start()) {
            time.advance(Duration.ofSeconds(5));
            assertThat(workers.held()).isZero();
        }
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(handle.poll().orElseThrow().attempts()).isEqualTo(1);
    }

    @Test
    void aListenerThatThrowsChangesNothing() {
        Tasks tasks = tasks(settings().listener(event -> {
            throw new IllegalStateException("bug in " + event);
        }));
        TaskHandle handle = tasks.enqueue("say", "hello");
        try (Workers workers = tasks.start()) {
            assertThat(workers.held()).isZero();
        }
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }

    @Test
    void aListenerThatThrowsAnErrorStopsNeitherClaimingNorWriting() {
        Tasks tasks = tasks(settings().listener(event -> {
            throw new NoClassDefFoundError("a library of the listener, on " + event);
        }));
        TaskHandle first = tasks.enqueue("say", "first");
        try (Workers workers = tasks.start()) {
            TaskHandle second = tasks.enqueue("say", "second");

            assertThat(first.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
            assertThat(second.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
            assertThat(workers.held()).isZero();
        }
    }

    @Test
    void aMachineWithoutThreadsCostsNothingButTime() {
        Set<Integer> failing = new HashSet<>(Set.of(2, 3, 5));
        AtomicInteger asked = new AtomicInteger();
        Tasks tasks = tasks(settings().executor(work -> {
            if (failing.remove(asked.incrementAndGet())) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            work.run();
        }));
        List<TaskHandle> handles = new ArrayList<>();
        // Caught, because an error of that kind would end the tests' own process.
        assertThatCode(() -> {
                    try (Workers workers = tasks.start()) {
                        for (int i = 0; i < 5; i++) {
                            handles.add(tasks.enqueue("say", "task " + i));
                        }
                        time.advance(Duration.ofSeconds(5));
                        assertThat(workers.held()).isZero();
                    }
                })
                .doesNotThrowAnyException();
        assertThat(failing).isEmpty();
        assertThat(handles)
                .allSatisfy(handle ->
                        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE));
    }

    @Test
    void aFailureThatCannotEvenBeReadEndsItsAttempt_andTheOthersGoOn() {
        Tasks tasks = tasks().handle("odd", String.class, (text, task) -> {
            throw new RuntimeException() {
                private static final long serialVersionUID = 1;

                @Override
                public String getMessage() {
                    throw new IllegalStateException("no words");
                }
            };
        });
        TaskHandle odd = tasks.enqueue("odd", "x");
        try (Workers workers = tasks.start()) {
            time.advance(Duration.ofSeconds(10));
            tasks.enqueue("say", "hello");

            assertThat(workers.held()).isZero();
        }
        assertThat(odd.poll().orElseThrow().state()).isEqualTo(TaskState.DEAD);
        assertThat(odd.poll().orElseThrow().reason()).contains("4 of 4 attempts", "could not be judged");
        assertThat(done).containsExactly("hello");
    }

    @Test
    void aKindThatIsUnknownHereIsLeftToANodeThatKnowsIt() {
        Tasks old = Tasks.on(store, settings());
        TaskHandle handle = old.enqueue("new-kind", "x");
        try (Workers workers = old.start()) {
            assertThat(workers.held()).isZero();
            assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.WAITING);
        }
        Tasks next = Tasks.on(store, settings()).handle("new-kind", String.class, (text, task) -> {
            done.add(text);
            return Verdict.done();
        });
        try (Workers workers = next.start()) {
            time.advance(Duration.ofSeconds(1));
            assertThat(workers.held()).isZero();
        }

        assertThat(done).containsExactly("x");
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }

    @Test
    void aKindThatNobodyKnowsIsADeadLetterInTheEnd_whicheverNodesHadIt() {
        TaskHandle handle = tasks().enqueue("new-kind", "x");
        try (Workers one = tasks(settings().owner("one")).start();
                Workers two = tasks(settings().owner("two")).start()) {
            time.advance(Duration.ofSeconds(10));
            assertThat(one.held() + two.held()).isZero();
        }

        assertThat(store.deadLetters().read(List.of(handle.id())).get(0)).hasValueSatisfying(letter -> {
            assertThat(letter.reason()).contains("gave up after 4 of 4 attempts: no handler for kind 'new-kind' on ");
            assertThat(letter.signature()).isEqualTo("unknown kind new-kind");
        });
    }

    @Test
    void aStoreThatIsAwayForAMomentCostsABulkRedriveNoAttempt() {
        Tasks tasks = tasks().handle(
                        "bad",
                        String.class,
                        (text, task) -> task.redrives() == 0 ? Verdict.dead("not yet") : Verdict.done());
        TaskHandle bad = tasks.enqueue("bad", "x");
        try (Workers workers = tasks.start()) {
            store.beforeExtend = () -> {
                store.beforeExtend = () -> {};
                throw new StoreException(FailureKind.TRANSIENT, "cut off", null);
            };
            TaskHandle redrive = tasks.redriveAll(DeadLetters.Filter.all(), 10, By.person("maria", "the bank is back"));
            time.advance(Duration.ofSeconds(5));

            assertThat(redrive.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
            assertThat(redrive.poll().orElseThrow().attempts()).isEqualTo(1);
            assertThat(bad.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
            assertThat(workers.held()).isZero();
        }
    }

    @Test
    void aRunOfALaneIsFinishedTogetherWithItsRest_whenItsHeadIsRetried() {
        Tasks tasks = tasks(settings().laneRunMax(5)).handle("step", String.class, (text, task) -> {
            if (text.equals("2") && task.attempt() == 1) {
                throw new ConnectException("refused");
            }
            done.add(text);
            return Verdict.done();
        });
        for (int i = 1; i <= 4; i++) {
            tasks.enqueue("step", String.valueOf(i), TaskOptions.standard().lane("x", OnPoison.PARK));
        }

        try (Workers workers = tasks.start()) {
            assertThat(done).containsExactly("1");
            assertThat(store.finishes)
                    .as("2 is retried, 3 and 4 go back with it")
                    .containsExactly(1, 3);
            time.advance(Duration.ofMillis(100));
            assertThat(workers.held()).isZero();
        }
        assertThat(done).containsExactly("1", "2", "3", "4");
        assertThat(events)
                .filteredOn(TaskEvent.Claimed.class::isInstance)
                .extracting(event -> ((TaskEvent.Claimed) event).attempt())
                .as("what went back was not counted")
                .containsExactly(1, 1, 1, 1, 2, 1, 1);
    }

    @Test
    void nothingOfALaneEndsBehindAnEndThatCannotBeWritten() {
        AtomicInteger failures = new AtomicInteger(1);
        store.beforeFinish = batch -> {
            if (failures.getAndDecrement() > 0) {
                throw new StoreException("this row is refused");
            }
        };
        List<Runnable> writers = new ArrayList<>();
        Tasks tasks = tasks(settings().executor(writers::add));
        for (int i = 1; i <= 3; i++) {
            tasks.enqueue("say", String.valueOf(i), TaskOptions.standard().lane("x"));
        }
        Workers workers = tasks.start();
        runAll(writers);
        assertThat(done).containsExactly("1", "2", "3");
        assertThat(workers.held()).isZero();

        time.advance(Duration.ofSeconds(32));
        runAll(writers);
        time.advance(Duration.ofSeconds(1));
        runAll(writers);

        assertThat(done).as("again from where the hole would be").containsExactly("1", "2", "3", "1", "2", "3");
        assertThat(events).filteredOn(TaskEvent.Done.class::isInstance).hasSize(3);
        workers.close();
        runAll(writers);
    }

    private static void runAll(List<Runnable> jobs) {
        while (!jobs.isEmpty()) {
            jobs.remove(0).run();
        }
    }

    @Test
    void aCommitStartsTheWork_andARollbackStartsNothing() {
        TransactionalTasks<InMemoryTransaction> tasks = Tasks.on(memory, settings());
        tasks.handle("say", String.class, (text, task) -> {
            done.add(text);
            return Verdict.done();
        });
        try (Workers workers = tasks.start()) {
            InMemoryTransaction first = memory.begin();
            tasks.within(first).enqueue("say", "rolled back");
            first.rollback();
            time.advance(Duration.ofSeconds(5));
            assertThat(done).isEmpty();

            InMemoryTransaction second = memory.begin();
            TaskHandle handle = tasks.within(second).enqueue("say", "committed");
            assertThat(handle.poll()).isEmpty();
            second.commit();
            assertThat(done).containsExactly("committed");
            assertThat(workers.held()).isZero();
        }
    }
}
