package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.task.DelegatingTaskStore;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes on one store. The first has threads of its own and may fall silent; the second runs as virtual time passes. */
@Timeout(60)
class MembershipTest {
    private static final Duration STEP = Duration.ofMillis(100);

    private final VirtualTime time = new VirtualTime();
    private final VirtualTime storeTime = new VirtualTime();
    private final InMemoryTaskStore memory =
            new InMemoryTaskStore(storeTime, InstantSource.fixed(Instant.EPOCH), 1_000);
    private final SilencedStore silenced = new SilencedStore(memory);
    private final List<TaskEvent> events = new CopyOnWriteArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private volatile @Nullable TaskRun firstRun;

    private final Tasks first = Tasks.on(silenced, settings("first").listener(events::add))
            .handle("work", String.class, (text, run) -> {
                firstRun = run;
                running.countDown();
                release.await();
                log.add("first " + run.fence());
                return Verdict.done();
            });
    private final Tasks second = Tasks.on(memory, settings("second").executor(Runnable::run))
            .handle("work", String.class, (text, run) -> {
                log.add("second " + run.fence());
                return Verdict.done();
            });

    private TaskSettings settings(String name) {
        return TaskSettings.standard().time(time).owner(name).lease(Duration.ofHours(2));
    }

    @AfterEach
    void letGo() {
        release.countDown();
    }

    private void pass(Duration span) {
        for (Duration passed = Duration.ZERO; passed.compareTo(span) < 0; passed = passed.plus(STEP)) {
            storeTime.advance(STEP);
            time.advance(STEP);
        }
    }

    /** Lets time pass while the first node is alive: it is given the time for each of its heartbeats. */
    private void passAlive(int beats) {
        for (int i = 0; i < beats; i++) {
            int heard = silenced.beats.get();
            pass(Duration.ofMillis(600));
            Together.await("the first node's heartbeat", () -> {
                time.advance(Duration.ofMillis(1));
                return silenced.beats.get() > heard;
            });
        }
    }

    /** The second node starts when the first one has the task. */
    private Workers startSecond() throws InterruptedException {
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        return second.start();
    }

    @Test
    void aSilentNodeIsTakenOverWithinFiveSeconds_isTold_andItsEndIsRefused() throws Exception {
        TaskHandle handle = first.enqueue("work", "x");
        try (Workers workers = first.start();
                Workers others = startSecond()) {
            silenced.isSilent = true;
            pass(Duration.ofMillis(2_900));
            assertThat(log).as("a pause").isEmpty();
            pass(Duration.ofSeconds(2));
            assertThat(log).containsExactly("second 2");
            assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);

            silenced.isSilent = false;
            TaskRun run = firstRun;
            assertThat(run).isNotNull();
            Together.await("it is told", () -> {
                time.advance(STEP);
                return run.isLost();
            });
            release.countDown();
            Together.await("its end is refused", () -> events.stream().anyMatch(TaskEvent.Lost.class::isInstance));
            assertThat(workers.held()).isLessThanOrEqualTo(1);
            assertThat(others.held()).isZero();
        }
        assertThat(log).containsExactly("second 2", "first 1");
    }

    @Test
    void aLivingNodeKeepsItsTask_howeverLongItTakes() throws Exception {
        TaskHandle handle = first.enqueue("work", "x");
        try (Workers workers = first.start();
                Workers others = startSecond()) {
            passAlive(30);
            assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.RUNNING);
            assertThat(workers.held()).isEqualTo(1);
            assertThat(others.held()).isZero();
            assertThat(silenced.nodes().orElseThrow().list(10))
                    .extracting(node -> node.name() + " " + node.running())
                    .containsExactly("first 1", "second 0");
            release.countDown();
        }
    }

    @Test
    void aClockThatJumpsMakesALivingNodeSuspectOnly() throws Exception {
        first.enqueue("work", "x");
        try (Workers workers = first.start();
                Workers others = startSecond()) {
            passAlive(3);
            storeTime.advance(Duration.ofHours(1));
            assertThat(memory.nodes().orElseThrow().look().silent()).hasSize(1);
            passAlive(10);
            assertThat(log).isEmpty();
            assertThat(workers.held()).isEqualTo(1);
            assertThat(others.held()).isZero();
            release.countDown();
        }
    }

    @Test
    void aNodeWithRareHeartbeatsIsGivenTheTimeForOne_howeverOftenOthersLook() {
        Nodes nodes = memory.nodes().orElseThrow();
        second.enqueue("work", "x");
        Nodes.Member rare = new Nodes.Member(1, Duration.ofSeconds(60)); // it is heard of every 12 s
        assertThat(memory.claim(new ClaimRequest(
                        "rare", Duration.ofHours(1), 1, List.of(new ClaimRequest.Share("default", 1)), rare)))
                .hasSize(1);
        try (Workers others = second.start()) {
            storeTime.advance(Duration.ofMinutes(2)); // a clock that jumped, or a dead node
            assertThat(nodes.look().silent()).hasSize(1);
            pass(Duration.ofSeconds(11));
            assertThat(log).as("its next heartbeat is not due yet").isEmpty();
            nodes.beat(new Nodes.Beat("rare", Duration.ofHours(1), rare, 1));
            pass(Duration.ofSeconds(59));
            assertThat(log).as("it lives").isEmpty();

            pass(Duration.ofSeconds(25));
            assertThat(log).as("it has fallen silent").containsExactly("second 2");
            assertThat(others.held()).isZero();
        }
    }

    @Test
    void aNodeIsHeardOfWhileItTakesOver() throws Exception {
        first.enqueue("work", "x");
        CountDownLatch takingOver = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        silenced.beforeTakeOver = () -> {
            takingOver.countDown();
            mayGoOn.await();
        };
        try (Workers workers = first.start()) {
            assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
            memory.nodes()
                    .orElseThrow()
                    .beat(new Nodes.Beat("dead", Duration.ofHours(1), new Nodes.Member(1, Duration.ofSeconds(3)), 1));
            Together.await("the takeover has begun", () -> {
                passAlive(1);
                return takingOver.getCount() == 0;
            });
            passAlive(10);
            assertThat(memory.nodes().orElseThrow().look().silent())
                    .extracting(Nodes.Silent::name)
                    .containsExactly("dead");
            assertThat(workers.held()).isEqualTo(1);
            mayGoOn.countDown();
            release.countDown();
        }
    }

    @Test
    void aRowThatIsDeletedWhileItsNodeLivesComesBack() throws Exception {
        first.enqueue("work", "x");
        try (Workers workers = first.start()) {
            assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
            passAlive(3);
            Nodes nodes = memory.nodes().orElseThrow();
            nodes.leave(nodes.list(1).get(0).incarnation());
            passAlive(2);
            assertThat(nodes.list(10)).extracting(Nodes.NodeStatus::running).containsExactly(1);
            assertThat(workers.held()).isEqualTo(1);
            release.countDown();
        }
    }

    @Test
    void aRestartedNodeTakesOverFromItsEarlierIncarnation() {
        second.enqueue("work", "x");
        Nodes.Member earlier = new Nodes.Member(1, Duration.ofSeconds(3));
        List<Claimed> held = memory.claim(new ClaimRequest(
                "second", Duration.ofHours(1), 1, List.of(new ClaimRequest.Share("default", 1)), earlier));
        assertThat(held).hasSize(1);

        try (Workers others = second.start()) {
            pass(Duration.ofMillis(4_900));
            assertThat(log).containsExactly("second 2");
            assertThat(others.held()).isZero();
        }
    }

    @Test
    void closedWorkersLeaveNoRow_andIdleOnesAreNotSilent() {
        Nodes nodes = memory.nodes().orElseThrow();
        try (Workers others = second.start()) {
            second.enqueue("work", "x");
            pass(Duration.ofSeconds(10));
            assertThat(log).containsExactly("second 1");
            assertThat(nodes.list(10)).extracting(Nodes.NodeStatus::running).containsExactly(0);
            assertThat(nodes.look().silent()).isEmpty();
            assertThat(others.held()).isZero();
        }
        assertThat(nodes.list(10)).isEmpty();
    }

    /** A store that cannot be reached while its node is silent. */
    private static final class SilencedStore extends DelegatingTaskStore {
        private final AtomicInteger beats = new AtomicInteger();
        private volatile boolean isSilent;
        private volatile Callback beforeTakeOver = () -> {};

        /** Called before a verb. */
        private interface Callback {
            void run() throws InterruptedException;
        }

        SilencedStore(TaskStore store) {
            super(store);
        }

        private void requireReachable() {
            if (isSilent) {
                throw new StoreException("nothing gets through");
            }
        }

        @Override
        public List<Claimed> claim(ClaimRequest claim) {
            requireReachable();
            return super.claim(claim);
        }

        @Override
        public List<Boolean> extend(List<TaskExtension> extensions) {
            requireReachable();
            return super.extend(extensions);
        }

        @Override
        public Optional<Nodes> nodes() {
            return super.nodes().map(Reachable::new);
        }

        private final class Reachable implements Nodes {
            private final Nodes nodes;

            Reachable(Nodes nodes) {
                this.nodes = nodes;
            }

            @Override
            public Standing beat(Beat beat) {
                requireReachable();
                Standing standing = nodes.beat(beat);
                beats.incrementAndGet();
                return standing;
            }

            @Override
            public Look look() {
                requireReachable();
                return nodes.look();
            }

            @Override
            public int takeOver(List<Silent> silent) {
                requireReachable();
                try {
                    beforeTakeOver.run();
                } catch (InterruptedException e) {
                    throw new StoreException("interrupted");
                }
                return nodes.takeOver(silent);
            }

            @Override
            public void leave(long incarnation) {
                requireReachable();
                nodes.leave(incarnation);
            }

            @Override
            public List<NodeStatus> list(int nodesMax) {
                return nodes.list(nodesMax);
            }
        }
    }
}
