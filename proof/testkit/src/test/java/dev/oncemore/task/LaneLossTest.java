package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.task.DelegatingTaskStore;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the loss of one run means for the others of its lane: those behind it are lost, too, and those before it are not. */
@Timeout(100)
class LaneLossTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    private final CountDownLatch written = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final ConcurrentMap<String, TaskRun> runs = new ConcurrentHashMap<>();
    private @Nullable Workers workers;

    /** The answer to an end takes as long as a test wants. */
    private final WatchedStore store = new WatchedStore(
            new DelegatingTaskStore(new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 100)) {
                @Override
                public List<Boolean> finish(List<TaskFinish> finishes) {
                    List<Boolean> answers = super.finish(finishes);
                    written.countDown();
                    awaitQuietly(answer);
                    return answers;
                }
            });

    private final Tasks tasks = Tasks.on(
                    store,
                    TaskSettings.standard()
                            .time(time)
                            .lease(LEASE)
                            .queue(
                                    Tasks.DEFAULT_QUEUE,
                                    QueueSettings.standard().concurrency(4).prefetch(4)))
            .handle("quick", String.class, (text, run) -> Verdict.done())
            .handle("slow", String.class, (text, run) -> {
                runs.put(run.id(), run);
                awaitQuietly(release);
                return Verdict.done();
            });

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Workers workers() {
        Workers started = tasks.start();
        workers = started;
        return started;
    }

    @AfterEach
    void letGo() {
        answer.countDown();
        release.countDown();
        if (workers != null) {
            workers.close();
        }
    }

    private void passABeat() {
        NextBeat.await(store, time);
    }

    private TaskHandle inLane(String kind) {
        return tasks.enqueue(kind, "x", TaskOptions.standard().lane("a"));
    }

    @Test
    void anEndWhoseAnswerIsUnderWayCostsTheNextOfItsLaneNothing() throws Exception {
        TaskHandle first = inLane("quick");
        TaskHandle second = inLane("slow");
        Workers running = workers();
        Together.await("the second runs", () -> runs.containsKey(second.id()));
        assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();

        // The first is gone from the store, which looks like a loss to a heartbeat that still names it.
        passABeat();
        passABeat();
        answer.countDown();

        assertThat(runs.get(second.id()).isLost()).isFalse();
        for (int i = 0; i < 9; i++) {
            passABeat();
        }
        assertThat(second.poll().orElseThrow().state()).isEqualTo(TaskState.RUNNING);
        assertThat(second.poll().orElseThrow().attempts()).isEqualTo(1);
        release.countDown();
        Together.await("nothing is held", () -> running.held() == 0);
        assertThat(first.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(second.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }

    @Test
    void cancellingATaskThatWaitsInALaneLeavesItsHeadAlone() {
        answer.countDown();
        TaskHandle head = inLane("slow");
        TaskHandle behind = inLane("slow");
        Workers running = workers();
        Together.await("the head runs", () -> runs.containsKey(head.id()));
        store.cancel(List.of(behind.id()), By.person("ann", "not wanted"));

        for (int i = 0; i < 9; i++) {
            passABeat();
        }

        assertThat(runs.get(head.id()).isLost()).isFalse();
        assertThat(head.poll().orElseThrow().attempts()).isEqualTo(1);
        release.countDown();
        Together.await("nothing is held", () -> running.held() == 0);
        assertThat(head.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(runs).doesNotContainKey(behind.id());
    }

    @Test
    void behindAHeadThatIsLostTheRestOfTheLaneIsNotBegun() {
        answer.countDown();
        TaskHandle head = inLane("slow");
        TaskHandle behind = inLane("slow");
        Workers running = workers();
        Together.await("the head runs", () -> runs.containsKey(head.id()));
        TaskRun lost = runs.get(head.id());
        store.cancel(List.of(head.id()), By.person("ann", "not wanted"));
        passABeat();
        Together.await("the head is told", lost::isLost);
        release.countDown();
        Together.await("nothing is held", () -> running.held() == 0 && runs.containsKey(behind.id()));
        assertThat(runs.get(behind.id()).fence())
                .as("it was given back, and claimed again")
                .isGreaterThan(1);
    }
}
