package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.testkit.task.DelegatingTaskStore;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Heartbeats of a lane whose first task has ended while its second runs. */
class LaneHeartbeatTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    private final RepliesLost store =
            new RepliesLost(new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 10_000));
    private final List<TaskEvent> events = new ArrayList<>();

    /** To the store a task that is done looks like one that was lost; the rest of its lane is neither. */
    @Test
    void anEndThatIsWrittenButNotYetKnownOfLosesNotTheRestOfItsLane() {
        Tasks tasks = Tasks.on(
                store,
                TaskSettings.standard()
                        .lease(LEASE)
                        .time(time)
                        .executor(Runnable::run)
                        .listener(events::add));
        List<String> lost = new ArrayList<>();
        tasks.handle("step", String.class, (name, run) -> {
            run.onLost(() -> lost.add(name));
            if (name.equals("second")) {
                time.advance(LEASE.dividedBy(2));
                store.isLosingReplies = false;
            }
            return Verdict.done();
        });
        TaskOptions lane = TaskOptions.standard().lane("lane");
        TaskHandle first = tasks.enqueue("step", "first", lane);
        TaskHandle second = tasks.enqueue("step", "second", lane);
        store.isLosingReplies = true;

        try (Workers workers = tasks.start()) {
            time.advance(LEASE);

            assertThat(lost).isEmpty();
            assertThat(workers.held()).isZero();
        }
        assertThat(events).noneMatch(TaskEvent.Lost.class::isInstance);
        assertThat(List.of(first, second))
                .allSatisfy(
                        task -> assertThat(task.poll().orElseThrow().state()).isEqualTo(TaskState.DONE));
    }

    /** Writes ends down, and says nothing. */
    private static final class RepliesLost extends DelegatingTaskStore {
        private boolean isLosingReplies;

        RepliesLost(InMemoryTaskStore store) {
            super(store);
        }

        @Override
        public List<Boolean> finish(List<TaskFinish> finishes) {
            List<Boolean> answers = super.finish(finishes);
            if (isLosingReplies) {
                throw new StoreException(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, "the reply was lost", null);
            }
            return answers;
        }
    }
}
