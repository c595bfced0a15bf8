package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hooks and listeners that do not come to an end: claims, ends and leases go on. */
@Timeout(100)
class SlowUserCodeTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    private final WatchedStore store =
            new WatchedStore(new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 100_000));
    private final CountDownLatch stuck = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private TaskSettings settings() {
        return TaskSettings.standard()
                .time(time)
                .lease(LEASE)
                .queue(
                        Tasks.DEFAULT_QUEUE,
                        QueueSettings.standard().concurrency(20).prefetch(5));
    }

    @AfterEach
    void letGo() {
        release.countDown();
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void passABeat() {
        NextBeat.await(store, time);
    }

    @Test
    void hooksThatNeverEndStarveNeitherHeartbeatsNorClaimsNorEnds() throws Exception {
        CountDownLatch running = new CountDownLatch(10);
        AtomicInteger hooks = new AtomicInteger();
        Tasks tasks = Tasks.on(store, settings())
                .handle("lost", String.class, (text, task) -> {
                    task.onLost(() -> {
                        hooks.incrementAndGet();
                        stuck.countDown();
                        awaitRelease();
                    });
                    running.countDown();
                    release.await();
                    return Verdict.done();
                })
                .handle("kept", String.class, (text, task) -> {
                    running.countDown();
                    release.await();
                    return Verdict.done();
                })
                .handle("say", String.class, (text, task) -> Verdict.done());
        List<String> lost = IntStream.range(0, 9)
                .mapToObj(i -> tasks.enqueue("lost", "x").id())
                .toList();
        TaskHandle kept = tasks.enqueue("kept", "x");
        try (Workers workers = tasks.start()) {
            assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
            store.cancel(lost, By.person("ann", "not wanted"));
            passABeat();
            assertThat(stuck.await(30, TimeUnit.SECONDS)).isTrue();

            for (int i = 0; i < 9; i++) {
                passABeat();
            }
            assertThat(kept.poll().orElseThrow().state()).isEqualTo(TaskState.RUNNING);
            assertThat(kept.poll().orElseThrow().attempts()).isEqualTo(1);
            TaskHandle said = tasks.enqueue("say", "y");
            Together.await("another is done", () -> said.poll().orElseThrow().state() == TaskState.DONE);
            assertThat(hooks).as("hooks at the same time").hasValueLessThanOrEqualTo(4);

            release.countDown();
            Together.await("each hook has run", () -> hooks.get() == 9);
            assertThat(workers).isNotNull();
        }
    }

    @Test
    void aListenerThatNeverEndsHoldsUpNothing_andHearsTheRestInOrder() throws Exception {
        List<TaskEvent> heard = new CopyOnWriteArrayList<>();
        Tasks tasks = Tasks.on(store, settings().listener(event -> {
                    if (!(event instanceof TaskEvent.Enqueued)) {
                        stuck.countDown();
                        awaitRelease();
                        heard.add(event);
                    }
                }))
                .handle("say", String.class, (text, task) -> Verdict.done());
        try (Workers workers = tasks.start()) {
            List<TaskHandle> handles = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                handles.add(tasks.enqueue("say", "x"));
            }
            assertThat(stuck.await(30, TimeUnit.SECONDS)).isTrue();
            Together.await(
                    "all are done and written down",
                    () -> handles.stream()
                                    .allMatch(handle ->
                                            handle.poll().orElseThrow().state() == TaskState.DONE)
                            && workers.held() == 0);
            assertThat(heard).isEmpty();
            release.countDown();
        }
        assertThat(heard).as("closing waits for what is to be told").hasSize(400);
        for (TaskEvent event : heard) {
            if (event instanceof TaskEvent.Done done) {
                assertThat(heard.indexOf(done))
                        .isGreaterThan(heard.indexOf(heard.stream()
                                .filter(other -> other instanceof TaskEvent.Claimed claimed
                                        && claimed.id().equals(done.id()))
                                .findFirst()
                                .orElseThrow()));
            }
        }
    }

    @Test
    void whatExceedsTheBoundIsLeftOut_andHandingOverNeverWaits() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        CallbackExecutor callbacks = new CallbackExecutor("hooks", work -> new Thread(work).start(), time, 1);
        callbacks.run(() -> {
            stuck.countDown();
            awaitRelease();
        });
        assertThat(stuck.await(30, TimeUnit.SECONDS)).isTrue();

        for (int i = 0; i < 10_500; i++) {
            callbacks.run(ran::incrementAndGet);
        }
        release.countDown();

        assertThat(callbacks.underWay().awaitNone(Duration.ofSeconds(30))).isTrue();
        assertThat(ran).hasValue(10_000);
        callbacks.run(ran::incrementAndGet);
        assertThat(callbacks.underWay().awaitNone(Duration.ofSeconds(30))).isTrue();
        assertThat(ran).as("it goes on afterwards").hasValue(10_001);
    }
}
