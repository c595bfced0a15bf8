package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.task.DelegatingTaskStore;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A task that a user's open transaction has, beside others of the same node. */
class LockedTaskTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    private final Locking store = new Locking();
    private final Tasks tasks = Tasks.on(
            store,
            TaskSettings.standard()
                    .lease(LEASE)
                    .takeOverAfter(Duration.ofDays(1))
                    .time(time)
                    .executor(Runnable::run));
    private final List<String> lost = new ArrayList<>();

    private final class Locking extends DelegatingTaskStore {
        private final Set<String> locked = new HashSet<>();
        private int ends;
        /** Requests that waited for the transaction. */
        private int waits;

        Locking() {
            super(new InMemoryTaskStore(time, () -> Instant.EPOCH.plus(time.elapsed()), 10_000));
        }

        private void require(Stream<String> ids) {
            if (ids.anyMatch(locked::contains)) {
                waits++;
                throw new RecordLockedException("in an open transaction", null);
            }
        }

        @Override
        public TaskStore withoutWaiting() {
            return new DelegatingTaskStore(this) {
                @Override
                public List<Boolean> extend(List<TaskExtension> extensions) {
                    return atOnce(() -> super.extend(extensions));
                }

                @Override
                public List<Boolean> finish(List<TaskFinish> finishes) {
                    return atOnce(() -> super.finish(finishes));
                }
            };
        }

        private List<Boolean> atOnce(Supplier<List<Boolean>> request) {
            int before = waits;
            try {
                return request.get();
            } finally {
                waits = before;
            }
        }

        @Override
        public List<Boolean> extend(List<TaskExtension> extensions) {
            require(extensions.stream().map(TaskExtension::id));
            return super.extend(extensions);
        }

        @Override
        public List<Boolean> finish(List<TaskFinish> finishes) {
            ends += finishes.size();
            require(finishes.stream().map(TaskFinish::id));
            return super.finish(finishes);
        }
    }

    private static TaskState stateOf(TaskHandle task) {
        return task.poll().orElseThrow().state();
    }

    @Test
    void itsEndWaitsForTheTransaction_andTheOthersDoNot() {
        tasks.handle("step", String.class, (name, run) -> Verdict.done());
        TaskHandle locked = tasks.enqueue("step", "locked");
        TaskHandle free = tasks.enqueue("step", "free");
        store.locked.add(locked.id());

        try (Workers workers = tasks.start()) {
            time.advance(LEASE.dividedBy(2));
            assertThat(stateOf(free)).isEqualTo(TaskState.DONE);
            assertThat(stateOf(locked)).isEqualTo(TaskState.RUNNING);
            assertThat(workers.held()).isEqualTo(1);
            assertThat(store.ends).as("once per poll, and no storm").isLessThan(30);

            store.locked.clear();
            time.advance(LEASE.dividedBy(2));
            assertThat(stateOf(locked)).isEqualTo(TaskState.DONE);
            assertThat(workers.held()).isZero();
        }
    }

    /** The locked task waits in the feed while the other one runs, so that one heartbeat is for both. */
    @Test
    void theOthersKeepTheirLeases() {
        List<Instant> leases = new ArrayList<>();
        TaskHandle[] handles = new TaskHandle[2];
        tasks.handle("step", String.class, (name, run) -> {
            run.onLost(() -> lost.add(name));
            if (name.equals("free")) {
                store.locked.add(handles[1].id());
                for (int i = 0; i < 4; i++) {
                    time.advance(LEASE.dividedBy(2));
                    leases.add(store.now());
                }
                store.locked.clear();
            }
            return Verdict.done();
        });
        handles[0] = tasks.enqueue("step", "free");
        handles[1] = tasks.enqueue("step", "locked");

        try (Workers workers = tasks.start()) {
            time.advance(LEASE);
            assertThat(workers.held()).isZero();
        }
        assertThat(leases).hasSize(4);
        assertThat(lost).doesNotContain("free");
        assertThat(handles[0].history(10)).as("no other claim").hasSize(1);
        assertThat(stateOf(handles[0])).isEqualTo(TaskState.DONE);
    }

    /** Each wait takes up to a second: with one for each locked task, the leases of the others would expire meanwhile. */
    @Test
    void manyLockedTasksMakeAHeartbeatWaitOnce_andTheEndsOfOthersNotAtAll() {
        List<TaskHandle> handles = new ArrayList<>();
        List<Integer> waits = new ArrayList<>();
        tasks.handle("step", String.class, (name, run) -> {
            run.onLost(() -> lost.add(name));
            if (name.equals("free")) {
                handles.stream().skip(1).map(TaskHandle::id).forEach(store.locked::add);
                for (int i = 0; i < 6; i++) {
                    int before = store.waits;
                    time.advance(LEASE.dividedBy(3));
                    waits.add(store.waits - before);
                }
            }
            return Verdict.done();
        });
        handles.add(tasks.enqueue("step", "free"));
        for (int i = 0; i < 40; i++) {
            handles.add(tasks.enqueue("step", "locked " + i));
        }

        try (Workers workers = tasks.start()) {
            time.advance(LEASE.dividedBy(3));
            assertThat(waits).containsExactly(1, 1, 1, 1, 1, 1);
            assertThat(lost).doesNotContain("free");
            assertThat(stateOf(handles.get(0))).isEqualTo(TaskState.DONE);
            int before = store.waits;
            time.advance(LEASE.dividedBy(4));
            assertThat(store.waits - before)
                    .as("the ends of locked tasks wait apart")
                    .isLessThanOrEqualTo(1);

            store.locked.clear();
            time.advance(LEASE);
            assertThat(workers.held()).isZero();
        }
        assertThat(handles).allSatisfy(handle -> assertThat(stateOf(handle)).isEqualTo(TaskState.DONE));
    }
}
