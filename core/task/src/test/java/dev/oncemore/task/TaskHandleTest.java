package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long a caller waits for the end of a task, in virtual time: a look costs none. */
class TaskHandleTest {
    private static final Duration MOMENT = Duration.ofMillis(5);

    private final VirtualTime time = new VirtualTime();
    private final List<Object> requests = new ArrayList<>();
    private int looks;
    private final Tasks tasks = Tasks.on(
                    HookedStore.on(
                            new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 10_000),
                            (verb, arguments) -> {
                                if (verb.getName().equals("requestEnd")) {
                                    requests.add(arguments[0]);
                                }
                                if (verb.getName().equals("find")) {
                                    looks++;
                                }
                            }),
                    TaskSettings.standard().time(time))
            .handle("kind", String.class, (text, task) -> Verdict.done());

    private void requireDone(TaskHandle handle) throws InterruptedException {
        assertThat(handle.await(Duration.ofHours(1)).map(TaskStatus::state)).contains(TaskState.DONE);
    }

    @Test
    void aTaskThatWasEnqueuedAWhileAgoIsLookedAtAtOnce() throws Exception {
        List<TaskHandle> handles = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            handles.add(tasks.enqueue("kind", "x"));
        }
        tasks.manualWorker().runAll();
        time.advance(MOMENT);
        Duration before = time.elapsed();

        for (TaskHandle handle : handles) {
            requireDone(handle);
        }
        assertThat(time.elapsed()).isEqualTo(before);
    }

    @Test
    void aTaskThatWasEnqueuedJustNowIsGivenTheRestOfAMomentToEnd() throws Exception {
        TaskHandle handle = tasks.enqueue("kind", "x");
        tasks.manualWorker().runAll();
        time.advance(Duration.ofMillis(2));

        requireDone(handle);
        assertThat(time.elapsed()).isEqualTo(MOMENT);
    }

    @Test
    void aTaskThatIsFoundByIdIsLookedAtAtOnce() throws Exception {
        String id = tasks.enqueue("kind", "x").id();
        tasks.manualWorker().runAll();

        requireDone(tasks.find(id));
        assertThat(time.elapsed()).isZero();
    }

    /** Awaits a task that ends here after this long. */
    private void awaitEndAfter(Duration span) throws InterruptedException {
        TaskHandle handle = tasks.enqueue("kind", "x");
        time.alarm(span.toNanos(), () -> tasks.manualWorker().runAll());
        requireDone(handle);
    }

    @Test
    void aCallerWhoHearsOfTheEndAsksNoOtherNode() throws Exception {
        tasks.engine().running.incrementAndGet(); // as if workers were running here

        awaitEndAfter(MOMENT.multipliedBy(2));

        assertThat(requests).isEmpty();
    }

    /** Awaits a task that workers here hold, and that ends after this long. */
    private void awaitHeld(Duration span) throws InterruptedException {
        Engine engine = tasks.engine();
        Heartbeat heartbeat = new Heartbeat(engine, Runnable::run);
        engine.running.incrementAndGet();
        engine.heartbeats.add(heartbeat);
        TaskHandle handle = tasks.enqueue("kind", "x");
        Claimed claimed = engine.store
                .claim(new ClaimRequest(
                        "here", Duration.ofHours(1), 1, List.of(new ClaimRequest.Share(Tasks.DEFAULT_QUEUE, 1)), null))
                .get(0);
        CallbackExecutor hooks = new CallbackExecutor("hooks", Runnable::run, time, 1);
        TaskRun run = new TaskRun(engine, claimed, 1, ClaimTime.now(engine.settings), hooks);
        heartbeat.add(List.of(run));
        time.alarm(span.toNanos(), () -> {
            engine.store.finish(List.of(new TaskFinish(run.id(), run.fence(), new End.Done(null))));
            heartbeat.remove(run);
        });
        requireDone(handle);
    }

    @Test
    void aTaskThatRunsHereIsNotLookedAtBeforeItEnds() throws Exception {
        awaitHeld(Duration.ofMillis(700));

        assertThat(looks).isEqualTo(1);
        assertThat(requests).isEmpty();
    }

    @Test
    void aLongTaskThatRunsHereIsLookedAtNowAndThen_butNoOtherNodeIsAsked() throws Exception {
        awaitHeld(Duration.ofSeconds(10));

        assertThat(looks).isGreaterThan(10);
        assertThat(requests).isEmpty();
    }

    @Test
    void otherNodesAreAskedOnce_ifATaskTakesLonger() throws Exception {
        tasks.engine().running.incrementAndGet();

        awaitEndAfter(Duration.ofSeconds(1));

        assertThat(requests).hasSize(1);
    }

    @Test
    void otherNodesAreAskedAtOnce_withoutWorkersHere() throws Exception {
        awaitEndAfter(MOMENT.multipliedBy(2));

        assertThat(requests).hasSize(1);
    }
}
