package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskHandler;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Conformance of a node that was silent for longer than its lease, and then claims a task that it is still running.
 */
public abstract class ReclaimConformance extends TaskStoreKit {
    private static final Duration LEASE = Duration.ofSeconds(1);

    private final List<TaskEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger atOnceMost = new AtomicInteger();
    private volatile boolean silent;

    /** For inheritors. */
    protected ReclaimConformance() {}

    /** A node whose heartbeats do not reach the store while it is silent. */
    private Tasks node(TaskHandler<String> handler) {
        TaskStore store = new DelegatingTaskStore(store()) {
            @Override
            public List<Boolean> extend(List<TaskExtension> extensions) {
                if (silent) {
                    throw new StoreException("nothing gets through");
                }
                assertThat(extensions).extracting(TaskExtension::id).doesNotHaveDuplicates();
                return super.extend(extensions);
            }
        };
        TaskSettings settings = TaskSettings.standard()
                .lease(LEASE)
                .policy(RetryPolicy.named("often").maxAttempts(1_000).build())
                .listener(events::add)
                .pollInterval(Duration.ofMillis(20))
                .queue(QUEUE, QueueSettings.standard().concurrency(4).prefetch(4));
        return Tasks.on(store, settings)
                .handle("call", String.class, handler)
                .handle("say", String.class, (text, run) -> Verdict.done());
    }

    @AfterEach
    final void letGo() {
        release.countDown();
    }

    private Verdict alone(TaskRun run, Work work) throws Exception {
        atOnceMost.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        try {
            return work.run();
        } finally {
            log.add(run.id() + " " + run.attempt());
            atOnce.decrementAndGet();
        }
    }

    private interface Work {
        Verdict run() throws Exception;
    }

    /** Waits until it is released, despite interrupts. */
    private boolean awaitRelease() {
        boolean interrupted = false;
        while (true) {
            try {
                release.await();
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private void awaitClaimed(String id, int attempt) {
        Together.await(
                id + " is claimed for the " + attempt + ". time",
                () -> heard(TaskEvent.Claimed.class).stream()
                        .anyMatch(event -> event.id().equals(id) && event.attempt() == attempt));
    }

    private <E> List<E> heard(Class<E> type) {
        synchronized (events) {
            return events.stream().filter(type::isInstance).map(type::cast).toList();
        }
    }

    @Test
    void theOldRunIsToldAtOnce_theNewOneWaitsForIt_andOnlyTheNewOneIsToldToBeDone() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        List<Boolean> interrupted = Collections.synchronizedList(new ArrayList<>());
        Tasks tasks = node((text, run) -> alone(run, () -> {
            if (run.attempt() == 1) {
                run.onLost(told::countDown);
                running.countDown();
                interrupted.add(awaitRelease());
            }
            return Verdict.done();
        }));
        String id =
                tasks.enqueue("call", "x", TaskOptions.standard().queue(QUEUE)).id();
        try (Workers workers = tasks.start()) {
            assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
            silent = true;
            awaitClaimed(id, 2);

            assertThat(told.await(30, TimeUnit.SECONDS))
                    .as("without any heartbeat")
                    .isTrue();
            // A later task has run, so this one would have begun as well.
            assertThat(tasks.enqueue("say", "y", TaskOptions.standard().queue(QUEUE))
                            .await(Duration.ofSeconds(30))
                            .orElseThrow()
                            .state())
                    .isEqualTo(TaskState.DONE);
            assertThat(log).as("the new run waits").isEmpty();
            silent = false;
            release.countDown();
            Together.await("nothing is held", () -> workers.held() == 0);
        }
        assertThat(stateOf(id)).isEqualTo(TaskState.DONE);
        assertThat(log).startsWith(id + " 1").hasSizeGreaterThanOrEqualTo(2);
        assertThat(interrupted).containsExactly(true);
        assertThat(atOnceMost).hasValue(1);
        assertThat(heard(TaskEvent.Lost.class))
                .extracting(TaskEvent.Lost::fence)
                .contains(1L);
        assertThat(heard(TaskEvent.Done.class).stream().filter(done -> done.id().equals(id)))
                .singleElement()
                .satisfies(done -> assertThat(done.attempt()).isGreaterThan(1));
    }

    @Test
    void aLaneHasOneWorkerAtATime_andItsRightfulOwnerIsNotToldThatItLost() throws Exception {
        List<Boolean> rightfulLost = Collections.synchronizedList(new ArrayList<>());
        Tasks tasks = node((text, run) -> alone(run, () -> {
            if (running.getCount() > 0) {
                running.countDown();
                awaitRelease();
            } else {
                // Its end has been refused, which must not affect the run that replaced it.
                Together.await(
                        "the deposed run learns it",
                        () -> !heard(TaskEvent.Lost.class).isEmpty());
                rightfulLost.add(run.isLost());
            }
            return Verdict.done();
        }));
        TaskOptions lane = TaskOptions.standard().queue(QUEUE).lane("x");
        String first = tasks.enqueue("call", "1", lane).id();
        String second = tasks.enqueue("call", "2", lane).id();
        try (Workers workers = tasks.start()) {
            assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
            silent = true;
            awaitClaimed(first, 2);
            silent = false;
            release.countDown();
            Together.await(
                    "both are done", () -> stateOf(first) == TaskState.DONE && stateOf(second) == TaskState.DONE);
            Together.await("nothing is held", () -> workers.held() == 0);
        }
        assertThat(atOnceMost).as("workers of the lane at the same time").hasValue(1);
        assertThat(rightfulLost).isNotEmpty().containsOnly(false);
        assertThat(heard(TaskEvent.Done.class)).extracting(TaskEvent.Done::id).containsExactly(first, second);
        assertThat(log.indexOf(first + " 1")).isZero();
    }

    @Test
    void closingGivesBackTheRunThatWaitsForADeposedOne() throws Exception {
        Tasks tasks = node((text, run) -> alone(run, () -> {
            running.countDown();
            awaitRelease();
            return Verdict.done();
        }));
        String id =
                tasks.enqueue("call", "x", TaskOptions.standard().queue(QUEUE)).id();
        Workers workers = tasks.start();
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        silent = true;
        awaitClaimed(id, 2);
        silent = false;

        workers.close(Duration.ZERO);

        // A claim that arrives while the node closes is released at once.
        Together.await("it is released", () -> stateOf(id) == TaskState.WAITING);
        assertThat(claimOne().task().id()).as("another node has it").isEqualTo(id);
        release.countDown();
        Together.await("the handler has ended", () -> log.size() == 1);
        assertThat(stateOf(id)).isEqualTo(TaskState.RUNNING);
        assertThat(heard(TaskEvent.Done.class)).isEmpty();
    }
}
