package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lanes under concurrent enqueues, rollbacks, ends and retries. */
abstract class LaneStress {
    private static final int LANES = 3;
    private static final int PER_LANE = 40;
    private static final int WORKERS = 4;

    private JoiningTaskStore<Connection> store;

    abstract TaskDatabase database();

    @BeforeEach
    void open() {
        store = database().newStore();
    }

    /**
     * Each lane has one who enqueues, in his own or in longer transactions of his, some of which roll back. Workers end, retry
     * and give back. Whatever happens between them, no lane stops, and each is done in order.
     */
    @Test
    void noLaneEverStops_andEachIsDoneInOrder() {
        long seed = new Random().nextLong();
        AtomicInteger enqueuing = new AtomicInteger(LANES);
        Map<String, List<Integer>> done = new ConcurrentHashMap<>();
        for (int lane = 0; lane < LANES; lane++) {
            done.put("lane" + lane, new ArrayList<>());
        }

        try {
            Together.run(LANES + WORKERS, i -> () -> {
                Random random = new Random(seed + i);
                if (i < LANES) {
                    enqueueLane("lane" + i, random);
                    enqueuing.decrementAndGet();
                } else {
                    while (enqueuing.get() > 0 || count(done) < LANES * PER_LANE) {
                        work(random, done);
                    }
                }
                return i;
            });
        } catch (AssertionError e) {
            throw new AssertionError("with seed " + seed + " was done: " + done, e);
        }

        for (List<Integer> lane : done.values()) {
            assertThat(lane).as("with seed %s", seed).hasSize(PER_LANE).isSorted();
        }
    }

    private static int count(Map<String, List<Integer>> done) {
        int count = 0;
        for (List<Integer> lane : done.values()) {
            synchronized (lane) {
                count += lane.size();
            }
        }
        return count;
    }

    private void enqueueLane(String lane, Random random) throws SQLException {
        for (int i = 0; i < PER_LANE; ) {
            if (random.nextInt(3) == 0) {
                store.enqueue(List.of(Tasks.inLane(lane + "-" + i, lane)));
                i++;
                continue;
            }
            try (Connection transaction = database().begin()) {
                int last = Math.min(PER_LANE, i + 1 + random.nextInt(3));
                try {
                    for (int k = i; k < last; k++) {
                        store.join(transaction).enqueue(List.of(Tasks.inLane(lane + "-" + k, lane)));
                    }
                    if (random.nextInt(4) > 0) {
                        transaction.commit();
                        i = last;
                    }
                } catch (StoreException e) {
                    // in conflict with others; the next round tries again
                } finally {
                    transaction.rollback();
                }
            }
        }
    }

    private void work(Random random, Map<String, List<Integer>> done) {
        List<TaskFinish> finishes = new ArrayList<>();
        for (Claimed claimed : Tasks.claim(store, 1 + random.nextInt(4))) {
            int dice = random.nextInt(10);
            if (dice < 7 && finishes.stream().noneMatch(finish -> !(finish.end() instanceof End.Done))) {
                String id = claimed.task().id();
                int dash = id.indexOf('-');
                List<Integer> lane = done.get(id.substring(0, dash));
                synchronized (lane) {
                    lane.add(Integer.parseInt(id.substring(dash + 1)));
                }
                finishes.add(Tasks.finish(claimed, Tasks.done()));
            } else {
                finishes.add(
                        Tasks.finish(claimed, dice == 9 ? new End.Retry(Duration.ZERO, "busy") : new End.Released()));
            }
        }
        assertThat(store.finish(finishes)).doesNotContain(false);
    }

    /** The finish is on another thread only so that a wait for the transaction would not last for ever. */
    @Test
    void aFinishDoesNotWaitForATransactionThatEnqueuesIntoItsLane() throws Exception {
        store.enqueue(List.of(Tasks.inLane("x1", "x")));
        Claimed head = Tasks.claim(store, 1).get(0);
        try (Connection transaction = database().begin()) {
            TaskStore joined = store.join(transaction);
            joined.enqueue(List.of(Tasks.inLane("x2", "x")));

            assertThat(CompletableFuture.supplyAsync(() -> store.finish(List.of(Tasks.finish(head, Tasks.done()))))
                            .get(30, TimeUnit.SECONDS))
                    .containsExactly(true);

            assertThat(Tasks.claim(store, 10)).isEmpty();
            transaction.commit();
        }
        assertThat(Tasks.ids(Tasks.claim(store, 10))).containsExactly("x2");
    }
}
