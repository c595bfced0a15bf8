package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers on real threads: what runs at once, what keeps a lease, and how it all ends. */
@Timeout(100)
class ShutdownTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    /** The store's clock goes on while a process stands still. */
    private final VirtualTime storeTime = new VirtualTime();

    private final WatchedStore store =
            new WatchedStore(new InMemoryTaskStore(storeTime, InstantSource.fixed(Instant.EPOCH), 1_000));
    private final List<TaskEvent> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private TaskSettings settings(int concurrency) {
        return TaskSettings.standard()
                .time(time)
                .lease(LEASE)
                .listener(events::add)
                .queue(
                        Tasks.DEFAULT_QUEUE,
                        QueueSettings.standard().concurrency(concurrency).prefetch(5));
    }

    /** A handler that runs until it is let go. */
    private Tasks tasks(int concurrency) {
        return Tasks.on(store, settings(concurrency)).handle("wait", String.class, (text, task) -> {
            running.countDown();
            release.await();
            return Verdict.done();
        });
    }

    @AfterEach
    void letGo() {
        release.countDown();
    }

    private void awaitRunning() throws InterruptedException {
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private TaskState stateOf(TaskHandle handle) {
        return handle.poll().orElseThrow().state();
    }

    /**
     * The store's clock, a third of a lease at a time, with a heartbeat in each. The process's clock goes on until that
     * heartbeat came: the next one is only set after its end, which nobody sees from outside.
     */
    private void passThirds(int thirds) {
        for (int i = 0; i < thirds; i++) {
            int before = store.extensions.size();
            storeTime.advance(LEASE.dividedBy(3));
            Together.await("a heartbeat got through", () -> {
                time.advance(Duration.ofSeconds(1));
                return store.extensions.size() > before;
            });
        }
    }

    @Test
    void asManyHandlersRunAtOnceAsAllowed_andNoMore() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier three = new CyclicBarrier(3);
        Tasks tasks = Tasks.on(store, settings(3)).handle("count", String.class, (text, task) -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            three.await(30, TimeUnit.SECONDS);
            now.decrementAndGet();
            return Verdict.done();
        });
        try (Workers workers = tasks.start()) {
            for (int i = 0; i < 300; i++) {
                tasks.enqueue("count", "x");
            }
            Together.await(
                    "all is done",
                    () -> events.stream()
                                    .filter(TaskEvent.Done.class::isInstance)
                                    .count()
                            == 300);
            assertThat(workers.held()).isLessThanOrEqualTo(8);
        }
        assertThat(most.get()).isEqualTo(3);
    }

    @Test
    void oneHeartbeatKeepsAllThatIsHeld() throws Exception {
        Tasks tasks = tasks(2);
        List<TaskHandle> handles = List.of(
                tasks.enqueue("wait", "a"),
                tasks.enqueue("wait", "b"),
                tasks.enqueue("wait", "c"),
                tasks.enqueue("wait", "d"));
        try (Workers workers = tasks.start()) {
            awaitRunning();
            Together.await("all are held", () -> workers.held() == 4);
            passThirds(12);

            assertThat(store.extensions).as("all in one batch").containsOnly(4);
            assertThat(handles).allSatisfy(handle -> assertThat(stateOf(handle)).isEqualTo(TaskState.RUNNING));
            release.countDown();
        }
        assertThat(handles).allSatisfy(handle -> assertThat(stateOf(handle)).isIn(TaskState.DONE, TaskState.WAITING));
        assertThat(events).noneMatch(TaskEvent.Lost.class::isInstance);
    }

    @Test
    void aBeatThatFindsNoThread_orFails_isNotTheLast() throws Exception {
        AtomicInteger refusals = new AtomicInteger();
        Tasks tasks = Tasks.on(store, settings(1).executor(work -> {
                    if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        throw new RejectedExecutionException("full");
                    }
                    new Thread(work).start();
                }))
                .handle("wait", String.class, (text, task) -> {
                    running.countDown();
                    release.await();
                    return Verdict.done();
                });
        TaskHandle handle = tasks.enqueue("wait", "a");
        try (Workers workers = tasks.start()) {
            awaitRunning();
            passThirds(1);
            refusals.set(2);
            passThirds(2);
            assertThat(refusals).hasValue(0);
            store.beforeExtend = () -> {
                store.beforeExtend = () -> {};
                throw new NoClassDefFoundError("on this node");
            };
            passThirds(6);

            assertThat(stateOf(handle)).isEqualTo(TaskState.RUNNING);
            assertThat(workers.held()).isEqualTo(1);
            release.countDown();
        }
        assertThat(stateOf(handle)).isEqualTo(TaskState.DONE);
    }

    @Test
    void whatAHandlerDoesOnALossMayThrow_andTheBeatGoesOn() throws Exception {
        CountDownLatch listening = new CountDownLatch(2);
        CountDownLatch lost = new CountDownLatch(2);
        Tasks tasks = Tasks.on(store, settings(2)).handle("wait", String.class, (text, task) -> {
            task.onLost(() -> {
                lost.countDown();
                throw new AssertionError("cannot be told");
            });
            listening.countDown();
            release.await();
            return Verdict.done();
        });
        List<String> ids = List.of(
                tasks.enqueue("wait", "a").id(), tasks.enqueue("wait", "b").id());
        tasks.enqueue("wait", "kept");
        try (Workers workers = tasks.start()) {
            assertThat(listening.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(store.cancel(ids, By.person("maria", "not wanted"))).containsExactly(true, true);
            passThirds(1);

            assertThat(lost.await(30, TimeUnit.SECONDS))
                    .as("both are told by one beat")
                    .isTrue();
            assertThat(workers.held()).isEqualTo(3);
            passThirds(2);
            release.countDown();
        }
    }

    @Test
    void aProcessThatStoodStillIsToldThatItsTaskWasLost() throws Exception {
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        AtomicBoolean first = new AtomicBoolean(true);
        Tasks tasks = Tasks.on(store, settings(1)).handle("wait", String.class, (text, task) -> {
            if (first.getAndSet(false)) {
                task.onLost(() -> told.complete(task.isLost()));
                running.countDown();
                release.await();
            }
            return Verdict.done("by the first");
        });
        TaskHandle handle = tasks.enqueue("wait", "a");
        try (Workers workers = tasks.start()) {
            awaitRunning();
            storeTime.advance(LEASE.plusSeconds(1));
            Claimed taken = store.claim(new ClaimRequest(
                            "other", LEASE, 1, List.of(new ClaimRequest.Share(Tasks.DEFAULT_QUEUE, 1))))
                    .get(0);
            time.advance(LEASE.dividedBy(3));

            assertThat(told.get(30, TimeUnit.SECONDS)).isTrue();
            release.countDown();
            Together.await("its end was refused", () -> events.stream().anyMatch(TaskEvent.Lost.class::isInstance));
            assertThat(stateOf(handle)).as("the other has it").isEqualTo(TaskState.RUNNING);
            assertThat(taken.attempt()).isEqualTo(2);
            Together.await("nothing is held", () -> workers.held() == 0);
        }
    }

    @Test
    void aCancelledTaskIsToldToItsHandler() throws Exception {
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        Tasks tasks = Tasks.on(store, settings(1)).handle("wait", String.class, (text, task) -> {
            task.onLost(() -> told.complete(true));
            running.countDown();
            release.await();
            return Verdict.done();
        });
        TaskHandle handle = tasks.enqueue("wait", "a");
        try (Workers workers = tasks.start()) {
            awaitRunning();
            assertThat(tasks.cancel(handle.id(), By.person("ann", "not needed")))
                    .isTrue();
            time.advance(LEASE.dividedBy(3));
            assertThat(told.get(30, TimeUnit.SECONDS)).isTrue();
            release.countDown();
            assertThat(workers).isNotNull();
        }
        assertThat(stateOf(handle)).isEqualTo(TaskState.CANCELLED);
    }

    @Test
    void closingGivesBackWhatHasNotBegun_waitsForWhatRuns_andBeatsUntilTheEnd() throws Exception {
        Tasks tasks = tasks(1);
        TaskHandle begun = tasks.enqueue("wait", "a");
        Workers workers = tasks.start();
        awaitRunning();
        TaskHandle waiting = tasks.enqueue("wait", "b");
        Together.await("both are held", () -> workers.held() == 2);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> workers.close(Duration.ofHours(1)));
        Together.await("what has not begun is back", () -> stateOf(waiting) == TaskState.WAITING);
        assertThat(waiting.poll().orElseThrow().attempts()).isZero();
        passThirds(4);
        assertThat(stateOf(begun)).as("it is still being worked on").isEqualTo(TaskState.RUNNING);
        assertThat(closing).isNotDone();

        release.countDown();
        closing.get(30, TimeUnit.SECONDS);
        assertThat(stateOf(begun)).isEqualTo(TaskState.DONE);
        assertThat(stateOf(waiting)).isEqualTo(TaskState.WAITING);
        assertThat(time.alarmsWaiting()).as("the heartbeat has stopped").isZero();
        assertThat(workers.held()).isZero();
    }

    @Test
    void whatDoesNotEndInTimeIsInterrupted_givenBackAtOnce_andNotHeardAnyMore() throws Exception {
        AtomicInteger interrupts = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(1);
        Tasks tasks = Tasks.on(store, settings(1)).handle("wait", String.class, (text, task) -> {
            running.countDown();
            while (true) {
                try {
                    release.await();
                    ended.countDown();
                    return Verdict.done();
                } catch (InterruptedException e) {
                    interrupts.incrementAndGet();
                    assertThat(task.isLost()).isTrue();
                }
            }
        });
        TaskHandle handle = tasks.enqueue("wait", "a");
        Workers workers = tasks.start();
        awaitRunning();

        workers.close(Duration.ZERO);
        workers.close(Duration.ZERO);

        assertThat(stateOf(handle)).isEqualTo(TaskState.WAITING);
        assertThat(handle.poll().orElseThrow().attempts()).as("not counted").isZero();
        Together.await("the handler was interrupted", () -> interrupts.get() == 1);
        release.countDown();
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(stateOf(handle)).isEqualTo(TaskState.WAITING);
        assertThat(events).noneMatch(TaskEvent.Done.class::isInstance);
    }

    @Test
    void nothingIsClaimedAfterClosing() {
        Tasks tasks = tasks(1);
        Workers workers = tasks.start();
        Together.await("it has asked", () -> store.claims.get() > 0);
        workers.close();
        int claims = store.claims.get();

        TaskHandle handle = tasks.enqueue("wait", "a");
        tasks.wakeUp();
        time.advance(Duration.ofSeconds(10));

        assertThat(store.claims.get()).isEqualTo(claims);
        assertThat(stateOf(handle)).isEqualTo(TaskState.WAITING);
    }
}
