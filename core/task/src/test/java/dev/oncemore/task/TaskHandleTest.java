package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.task.store.InMemoryTaskStore;
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
    private final Tasks tasks = Tasks.on(
                    HookedStore.on(
                            new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 10_000),
                            (verb, arguments) -> {
                                if (verb.getName().equals("requestEnd")) {
                                    requests.add(arguments[0]);
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
