package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.By;
import dev.oncemore.once.Codec;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters.Edit;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.LogEntry.Event;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.Time;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Conformance of {@link Tasks} on every store. The same handlers run unchanged on all of them. */
public abstract class TasksConformance extends TaskStoreKit {
    private static final RetryPolicy AT_ONCE = RetryPolicy.named("at-once")
            .maxAttempts(3)
            .backoff(Backoff.none())
            .classifier(Classifier.standard().rejectedOn(UnsupportedOperationException.class))
            .build();

    private final AtomicInteger effects = new AtomicInteger();
    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());
    private final List<TaskEvent> events = Collections.synchronizedList(new ArrayList<>());

    /** For inheritors. */
    protected TasksConformance() {}

    private TaskSettings settings() {
        return TaskSettings.standard()
                .policy(AT_ONCE)
                .owner("tester")
                .listener(events::add)
                .pollInterval(Duration.ofMillis(20))
                .queue(QUEUE, QueueSettings.standard().concurrency(4).prefetch(4));
    }

    private Tasks tasks() {
        return tasks(settings());
    }

    private Tasks tasks(TaskSettings settings) {
        return Tasks.on(store(), settings).handle("welcome", String.class, (address, task) -> {
            effects.incrementAndGet();
            keys.add(task.key());
            return Verdict.done("sent to " + address);
        });
    }

    private static TaskOptions inQueue() {
        return TaskOptions.standard().queue(QUEUE);
    }

    /** Claims a task as a node that then dies. */
    private Claimed claimAndDie(String queue) {
        List<Claimed> claimed =
                store().claim(new ClaimRequest("dead-node", SHORT, 1, List.of(new ClaimRequest.Share(queue, 1))));
        assertThat(claimed).hasSize(1);
        awaitLeaseOver(claimed.get(0).task().id());
        return claimed.get(0);
    }

    @Test
    void decorrelatedJitterGrowsFromThePreviousDelay_alsoOnAnotherNode() {
        RetryPolicy policy = RetryPolicy.named("growing")
                .maxAttempts(10)
                .backoff(Backoff.exponential(Duration.ofMillis(1))
                        .cap(Duration.ofMillis(30))
                        .decorrelatedJitter())
                .classifier(failure -> Classification.transientFailure("busy"))
                .unlimitedBudget()
                .build();
        // The longest delay of each range: three times the previous one.
        TaskSettings longest = settings().random(new RandomGenerator() {
            @Override
            public long nextLong() {
                return 0;
            }

            @Override
            public long nextLong(long origin, long bound) {
                return bound - 1;
            }
        });
        List<Duration> previous = new ArrayList<>();
        for (int node = 0; node < 5; node++) {
            Tasks tasks = Tasks.on(store(), longest).handle("welcome", String.class, policy, (address, task) -> {
                previous.add(task.previousDelay());
                throw new IOException("busy");
            });
            if (node == 0) {
                tasks.enqueue("welcome", "ann", inQueue());
            }
            letTimePass(Duration.ofSeconds(1));
            ManualWorker worker = tasks.manualWorker();
            Together.await("the task is due", () -> worker.runOne(QUEUE));
        }

        assertThat(previous)
                .containsExactly(
                        Duration.ZERO,
                        Duration.ofMillis(3),
                        Duration.ofMillis(9),
                        Duration.ofMillis(27),
                        Duration.ofMillis(30));
    }

    @Test
    void aListIsEnqueuedAsOne_withAResultForEachPayload() {
        Tasks tasks = tasks();
        TaskHandle first = tasks.enqueue("welcome", "ann", inQueue().dedupKey("ann"));

        List<TaskHandle> handles = tasks.enqueueAll(
                "welcome",
                List.of("ann", "bob", "bob", "cid"),
                (String name) -> inQueue().dedupKey(name));

        assertThat(handles).extracting(TaskHandle::isNew).containsExactly(false, true, false, true);
        assertThat(handles.get(0).id()).isEqualTo(first.id());
        assertThat(handles.get(2).id()).isEqualTo(handles.get(1).id());
        assertThat(events).filteredOn(TaskEvent.Enqueued.class::isInstance).hasSize(5);
        assertThat(tasks.manualWorker().runAll()).isEqualTo(3);
    }

    @Test
    void aListOfATaskOutOfBoundsLeavesNothing() {
        Tasks tasks = tasks();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.enqueueAll(
                        "welcome",
                        List.of("ann", "bob"),
                        (String name) -> name.equals("bob") ? inQueue().priority(1_001) : inQueue()))
                .withMessageContaining("priority");

        assertThat(tasks.manualWorker().runAll()).isZero();
    }

    @Test
    void aListMayBeLong_andKeepsItsOrderInALane() {
        Tasks tasks = tasks();
        List<String> names = IntStream.range(0, 2_000).mapToObj(String::valueOf).toList();

        List<TaskHandle> handles = tasks.enqueueAll("welcome", names, inQueue().lane("x"));

        List<String> claimed = new ArrayList<>();
        List<Claimed> run = claim(100, LONG);
        while (!run.isEmpty()) {
            claimed.addAll(ids(run));
            List<TaskFinish> ends = run.stream()
                    .map(each -> new TaskFinish(each.task().id(), each.fence(), done()))
                    .toList();
            assertThat(store().finish(ends)).doesNotContain(false);
            run = claim(100, LONG);
        }
        assertThat(claimed).isEqualTo(handles.stream().map(TaskHandle::id).toList());
    }

    @Test
    void whatIsEnqueuedIsDone_andItsResultCanBeAskedFor() {
        Tasks tasks = tasks();
        TaskHandle handle = tasks.enqueue("welcome", "ann", inQueue());
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.WAITING);

        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);

        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(handle.result(String.class)).contains("sent to ann");
        assertThat(tasks.find(handle.id()).result(String.class)).contains("sent to ann");
        assertThat(tasks.find("never").poll()).isEmpty();
    }

    @Test
    void workersDoWhatIsEnqueued_whileItIsEnqueued() throws Exception {
        int count = 200;
        Tasks tasks = tasks();
        try (Workers workers = tasks.start()) {
            List<TaskHandle> handles = Together.run(
                            8,
                            i -> () -> IntStream.range(0, count / 8)
                                    .mapToObj(j -> tasks.enqueue("welcome", i + "-" + j, inQueue()))
                                    .toList())
                    .stream()
                    .flatMap(List::stream)
                    .toList();
            for (TaskHandle handle : handles) {
                assertThat(handle.await(Duration.ofMinutes(1)))
                        .map(TaskStatus::state)
                        .contains(TaskState.DONE);
            }
            Together.await("everything is recorded", () -> workers.held() == 0);
        }
        assertThat(effects).hasValue(count);
        assertThat(keys).doesNotHaveDuplicates();
    }

    @Test
    void aWorkerThatDiedAfterTheEffectAndBeforeTheAck_isFollowedByOneWithTheSameKey() {
        Tasks tasks = tasks();
        TaskHandle handle = tasks.enqueue("welcome", "ann", inQueue());
        Claimed lost = claimAndDie(QUEUE);

        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);

        assertThat(keys)
                .as("the other side can tell it is the same")
                .containsExactly(lost.task().id());
        assertThat(handle.poll().orElseThrow().attempts()).isEqualTo(2);
        assertThat(eventsOf(handle.id())).containsExactly(Event.ABANDONED, Event.DONE);
    }

    @Test
    void aWorkerThatDiedAfterTheAckIsNotFollowed() {
        Tasks tasks = tasks();
        tasks.enqueue("welcome", "ann", inQueue());
        finish(claim(1, SHORT).get(0), done());
        letTimePass(SHORT.multipliedBy(2));

        assertThat(tasks.manualWorker().runAll()).isZero();
        assertThat(effects).hasValue(0);
    }

    @Test
    void aHandlerThatLostItsTaskIsRefused_andAnEventSaysSo() {
        Tasks tasks = Tasks.on(store(), settings()).handle("slow", String.class, (text, task) -> {
            if (task.attempt() == 1) {
                assertThat(store().cancel(List.of(task.id()), By.person("ann", "taken away")))
                        .containsExactly(true);
            }
            return Verdict.done();
        });
        TaskHandle handle = tasks.enqueue("slow", "x", inQueue());

        tasks.manualWorker().runAll();

        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.CANCELLED);
        assertThat(events)
                .anyMatch(event ->
                        event instanceof TaskEvent.Lost lost && lost.id().equals(handle.id()));
        assertThat(events).noneMatch(event -> event instanceof TaskEvent.Done);
    }

    @Test
    void aTaskThatKillsItsProcessEndsDead_andNotInALoop() {
        Tasks tasks = tasks();
        TaskHandle handle = tasks.enqueue("welcome", "ann", inQueue().maxAttempts(2));
        claimAndDie(QUEUE);
        claimAndDie(QUEUE);

        tasks.manualWorker().runAll();

        assertThat(effects).as("it was not run a third time").hasValue(0);
        DeadLetter letter = letter(handle.id());
        assertThat(letter.reason()).contains("gave up after 2 of 2 attempts", "its process died");
        assertThat(events)
                .anyMatch(event ->
                        event instanceof TaskEvent.Dead dead && dead.id().equals(handle.id()));
    }

    private DeadLetter letter(String id) {
        return store().deadLetters().read(List.of(id)).get(0).orElseThrow();
    }

    @Test
    void poisonIsDeadLetteredWithItsBytes_andTheOthersGoOn() {
        Bytes poison = Bytes.of(new byte[] {(byte) 0xff, 0, 1});
        Codec<String> strict = Codec.of(Codec.text()::encode, bytes -> {
            throw new IllegalArgumentException("not what it should be");
        });
        Tasks tasks = tasks().handle("strict", strict, AT_ONCE, (text, task) -> Verdict.done());
        enqueue(
                task("a"),
                new Task("poison", QUEUE, "strict", poison, Map.of(), 0, null, null, null),
                task("b"),
                new Task("alien", QUEUE, "unheard-of", poison, Map.of(), 0, 1, null, null),
                task("c"));

        try (Workers workers = tasks.start()) {
            Together.await(
                    "all have ended",
                    () -> store().queues().list().stream().allMatch(status -> status.ready() + status.running() == 0));
            assertThat(workers).isNotNull();
        }

        assertThat(effects).hasValue(3);
        assertThat(letter("poison").task().payload()).isEqualTo(poison);
        assertThat(letter("poison").reason()).contains("could not be read", "not what it should be");
        assertThat(letter("alien").task().payload()).isEqualTo(poison);
        assertThat(letter("alien").reason()).contains("no handler for kind 'unheard-of'");
        assertThat(letter("alien").attempts()).isEqualTo(1);
    }

    @Test
    void workersKeepTheOrderOfEveryLane_evenWhenTasksFailOnTheWay() {
        int lanes = 6;
        int perLane = 15;
        Map<String, List<String>> done = new ConcurrentHashMap<>();
        Tasks tasks = Tasks.on(store(), settings().laneRunMax(4)).handle("step", String.class, (step, task) -> {
            if (step.endsWith("3") && task.attempt() == 1) {
                throw new ConnectException("not now");
            }
            done.computeIfAbsent(step.substring(0, 1), lane -> Collections.synchronizedList(new ArrayList<>()))
                    .add(step);
            return Verdict.done();
        });
        for (int i = 0; i < perLane; i++) {
            for (int lane = 0; lane < lanes; lane++) {
                tasks.enqueue("step", lane + "-" + i, inQueue().lane("lane " + lane, OnPoison.PARK));
            }
        }

        try (Workers one = tasks.start();
                Workers two = tasks.start()) {
            Together.await(
                    "all is done",
                    () -> done.values().stream().mapToInt(List::size).sum() >= lanes * perLane);
            assertThat(one).isNotSameAs(two);
        }

        for (int lane = 0; lane < lanes; lane++) {
            String name = String.valueOf(lane);
            assertThat(done.get(name))
                    .containsExactlyElementsOf(IntStream.range(0, perLane)
                            .mapToObj(i -> name + "-" + i)
                            .toList());
        }
    }

    @Test
    void aPoisonedHeadParksItsLane_orIsSkipped_orBlocks_asDeclared() {
        AtomicInteger blocked = new AtomicInteger();
        Tasks tasks = Tasks.on(store(), settings()).handle("step", String.class, (step, task) -> {
            if (step.equals("blocked") && blocked.incrementAndGet() <= 5) {
                throw new IllegalStateException("bug");
            }
            if (step.startsWith("bad")) {
                throw new IllegalStateException("bug");
            }
            keys.add(step);
            return Verdict.done();
        });
        tasks.enqueue("step", "bad 1", inQueue().lane("parks", OnPoison.PARK));
        tasks.enqueue("step", "parked", inQueue().lane("parks", OnPoison.PARK));
        tasks.enqueue("step", "bad 2", inQueue().lane("skips", OnPoison.SKIP));
        tasks.enqueue("step", "goes on", inQueue().lane("skips", OnPoison.SKIP));
        tasks.enqueue("step", "blocked", inQueue().lane("blocks", OnPoison.BLOCK));
        tasks.enqueue("step", "behind", inQueue().lane("blocks", OnPoison.BLOCK));

        tasks.manualWorker().runAll();

        assertThat(keys).contains("goes on").doesNotContain("parked");
        assertThat(keys.indexOf("blocked")).isNotNegative().isLessThan(keys.indexOf("behind"));
        assertThat(events)
                .filteredOn(event -> event instanceof TaskEvent.Blocked)
                .hasSize(5);
        assertThat(store().deadLetters().count(Filter.all())).isEqualTo(2);
    }

    @Test
    void failuresEndAsTheRetryEngineWouldJudgeThem() {
        Tasks tasks = Tasks.on(store(), settings()).handle("fails", String.class, (how, task) -> {
            switch (how) {
                case "transient" -> throw new ConnectException("refused");
                case "unknown" -> throw new IOException("cut off");
                case "rejected" -> throw new UnsupportedOperationException("no such product");
                default -> throw new IllegalStateException("bug 4711");
            }
        });
        TaskHandle transientOne = tasks.enqueue("fails", "transient", inQueue());
        TaskHandle unknown = tasks.enqueue("fails", "unknown", inQueue());
        TaskHandle rejected = tasks.enqueue("fails", "rejected", inQueue());
        TaskHandle bug = tasks.enqueue("fails", "bug", inQueue());

        tasks.manualWorker().runAll();

        assertThat(letter(transientOne.id()).reason()).contains("gave up after 3 of 3 attempts", "refused");
        assertThat(eventsOf(unknown.id())).containsExactly(Event.RETRIED, Event.RETRIED, Event.DIED);
        assertThat(rejected.poll().orElseThrow())
                .satisfies(status -> assertThat(status.state()).isEqualTo(TaskState.REJECTED))
                .satisfies(status -> assertThat(status.reason()).contains("no such product"));
        assertThat(letter(bug.id()).attempts()).isEqualTo(1);
        assertThat(letter(bug.id()).signature()).contains("IllegalStateException: bug #");
    }

    @Test
    void aQueueThatAHandlerPausedRests_andItsTaskIsNotCounted() {
        Tasks tasks = Tasks.on(store(), settings()).handle("call", String.class, (text, task) -> {
            effects.incrementAndGet();
            return effects.get() == 1 ? Verdict.pauseQueue(LONG, "503 from shop.example") : Verdict.done();
        });
        TaskHandle first = tasks.enqueue("call", "a", inQueue());
        tasks.enqueue("call", "b", inQueue());

        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);
        assertThat(first.poll().orElseThrow().attempts()).isZero();
        assertThat(tasks.queues().list().get(0).pause()).isNotNull();

        tasks.queues().resume(QUEUE);
        assertThat(tasks.manualWorker().runAll()).isEqualTo(2);
    }

    @Test
    void bytesSurviveTheWayThroughDeathEditAndRedrive() {
        String before = "{\"amount\": 9007199254740993}";
        String after = "{\"amount\": 9007199254740995}";
        Tasks tasks = Tasks.on(store(), settings()).handle("pay", String.class, (payload, task) -> {
            keys.add(payload);
            return payload.equals(after) ? Verdict.done() : Verdict.dead("too much");
        });
        TaskHandle handle = tasks.enqueue("pay", before, inQueue());
        ManualWorker worker = tasks.manualWorker();
        worker.runAll();
        DeadLetter letter = letter(handle.id());
        assertThat(letter.task().payload()).isEqualTo(Bytes.ofText(before));

        tasks.deadLetters()
                .edit(
                        List.of(new Edit(handle.id(), letter.fence(), Bytes.ofText(after))),
                        By.person("ann", "corrected"));
        tasks.deadLetters().redrive(List.of(handle.id()), By.person("ann", "mended"));
        worker.runAll();

        assertThat(keys).containsExactly(before, after);
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }

    private List<String> killMany(int count) {
        List<String> ids = IntStream.range(0, count).mapToObj(i -> "dead" + i).toList();
        ids.forEach(id -> kill(task(id), "x"));
        return ids;
    }

    @Test
    void aBulkRedriveRunTwiceDoublesNothing() {
        List<String> ids = killMany(30);
        Tasks tasks = tasks();
        assertThat(tasks.deadLetters().count(Filter.all())).as("dry run").isEqualTo(30);
        TaskHandle one = tasks.redriveAll(Filter.all(), 1_000_000, By.person("ann", "mended"));
        TaskHandle two = tasks.redriveAll(Filter.all(), 1_000_000, By.person("bob", "mended"));

        tasks.manualWorker().runAll();

        assertThat(one.result(String.class)).contains("30");
        assertThat(two.result(String.class)).contains("0");
        assertThat(keys).containsExactlyInAnyOrderElementsOf(ids);
        ids.forEach(id -> assertThat(eventsOf(id)).containsExactly(Event.DIED, Event.REDRIVEN, Event.DONE));
    }

    @Test
    void aBulkRedriveThatCrashedMidwayIsFinishedByTheNext() {
        List<String> ids = killMany(12);
        Tasks tasks = tasks();
        TaskHandle bulk = tasks.redriveAll(Filter.all(), 1_000_000, By.person("ann", "mended"));
        store().deadLetters().redrive(ids.subList(0, 5), By.person("ann", "mended"));
        claimAndDie("oncemore");

        tasks.manualWorker().runAll();

        assertThat(bulk.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(keys).containsExactlyInAnyOrderElementsOf(ids);
        ids.forEach(id -> assertThat(eventsOf(id)).containsExactly(Event.DIED, Event.REDRIVEN, Event.DONE));
    }

    @Test
    void aBulkRedriveThatIsCancelledStops_andNothingIsLost() {
        List<String> ids = killMany(12);
        List<Runnable> beforeNextStep = new ArrayList<>();
        Tasks tasks = tasks(settings().time(new HookedTime(beforeNextStep)));
        TaskHandle bulk = tasks.redriveAll(Filter.all(), 5, By.person("ann", "mended"));
        beforeNextStep.add(() -> tasks.cancel(bulk.id(), By.person("bob", "enough")));

        assertThat(tasks.manualWorker().runOne("oncemore")).isTrue();

        assertThat(bulk.poll().orElseThrow().state()).isEqualTo(TaskState.CANCELLED);
        assertThat(tasks.deadLetters().count(Filter.all())).isEqualTo(7);
        tasks.manualWorker().runAll();
        assertThat(keys).hasSize(5).isSubsetOf(ids);

        tasks.redriveAll(Filter.all(), 1_000_000, By.person("bob", "mended"));
        tasks.manualWorker().runAll();
        assertThat(keys).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void whatDiesAgainMeanwhileIsLeftAlone() {
        List<String> ids = killMany(4);
        List<Runnable> beforeNextStep = new ArrayList<>();
        Tasks tasks = tasks(settings().time(new HookedTime(beforeNextStep)));
        TaskHandle bulk = tasks.redriveAll(Filter.all(), 2, By.person("ann", "mended"));
        letTimePass(SHORT);
        beforeNextStep.add(() -> claim(10, LONG).forEach(claimed -> finish(claimed, dead("again"))));

        assertThat(tasks.manualWorker().runOne("oncemore")).isTrue();

        assertThat(bulk.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(tasks.deadLetters().count(Filter.all().withSignature("again")))
                .isEqualTo(2);
        assertThat(ids).allSatisfy(id -> assertThat(eventsOf(id)).containsOnlyOnce(Event.REDRIVEN));
    }

    @Test
    @SuppressWarnings("NullAway") // as a careless handler does
    void anEndThatIsFinalIsNotRunAgain() {
        Tasks tasks = Tasks.on(store(), settings())
                .handle("no", String.class, (text, task) -> Verdict.rejected("closed on sundays"))
                .handle("null", String.class, (text, task) -> null);
        TaskHandle no = tasks.enqueue("no", "x", inQueue());
        TaskHandle nothing = tasks.enqueue("null", "x", inQueue());

        assertThat(tasks.manualWorker().runAll()).isEqualTo(2);

        assertThat(no.poll().orElseThrow().reason()).isEqualTo("closed on sundays");
        assertThat(letter(nothing.id()).reason()).contains("returned null instead of a verdict");
        assertThat(store().log(no.id(), 0, 10))
                .singleElement()
                .satisfies(entry -> assertThat(entry.event()).isEqualTo(Event.REJECTED));
    }

    @Test
    void awaitIsWokenByAnEndHere_andDoesNotLookMeanwhile() throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        AtomicInteger looks = new AtomicInteger();
        TaskStore counted = new DelegatingTaskStore(store()) {
            @Override
            public List<Optional<TaskStatus>> find(List<String> ids) {
                looks.incrementAndGet();
                return super.find(ids);
            }
        };
        Tasks tasks = Tasks.on(counted, settings().time(new EventTime(waits)))
                .handle("welcome", String.class, (address, task) -> {
                    waits.await();
                    return Verdict.done();
                });
        try (Workers workers = tasks.start()) {
            looks.set(0);

            Optional<TaskStatus> end =
                    tasks.enqueue("welcome", "ann", inQueue()).await(Duration.ofMinutes(5));

            assertThat(end.map(TaskStatus::state)).contains(TaskState.DONE);
            assertThat(looks).as("none, if the store tells the status").hasValueLessThanOrEqualTo(1);
            assertThat(workers.held()).isLessThanOrEqualTo(1);
        }
    }

    /** Real time, except that only its event ends a wait. */
    private record EventTime(CountDownLatch waits) implements Time {
        @Override
        public long nanoTime() {
            return Time.system().nanoTime();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            Time.system().sleep(nanos);
        }

        @Override
        public void await(Future<?> event, long nanos) throws InterruptedException {
            waits.countDown();
            Time.system().await(event, Duration.ofMinutes(1).toNanos());
            assertThat(event).isDone();
        }

        @Override
        public Alarm alarm(long delayNanos, Runnable task) {
            return Time.system().alarm(delayNanos, task);
        }
    }

    /** Real time, except that a sleep runs an action instead of waiting. */
    private record HookedTime(List<Runnable> hooks) implements Time {
        @Override
        public long nanoTime() {
            return Time.system().nanoTime();
        }

        @Override
        public void sleep(long nanos) {
            List<Runnable> due = List.copyOf(hooks);
            hooks.clear();
            due.forEach(Runnable::run);
        }

        @Override
        public Alarm alarm(long delayNanos, Runnable task) {
            return Time.system().alarm(delayNanos, task);
        }
    }
}
