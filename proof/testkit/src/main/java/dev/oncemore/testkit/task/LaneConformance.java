package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Conformance kit for lanes, whose tasks every {@link dev.oncemore.task.store.TaskStore} keeps in order. */
public abstract class LaneConformance extends TaskStoreKit {
    private static final int THREADS = 8;

    /** For inheritors. */
    protected LaneConformance() {}

    private void enqueueLane(String lane, OnPoison onPoison, String... ids) {
        for (String id : ids) {
            enqueue(inLane(id, lane, onPoison));
        }
    }

    private List<Claimed> claimRun(int laneRunMax, int tasksMax) {
        return store().claim(
                        new ClaimRequest(OWNER, LONG, laneRunMax, List.of(new ClaimRequest.Share(QUEUE, tasksMax))));
    }

    @Test
    void aLaneIsGivenFromItsHeadOn_inOrderAndToOneOwner() {
        enqueueLane("x", OnPoison.SKIP, "x1", "x2", "x3");
        enqueueLane("y", OnPoison.SKIP, "y1");
        enqueue(task("free"));

        assertThat(ids(claimRun(2, 2))).containsExactly("x1", "x2");
        assertThat(claimIds(10)).as("x has an owner").containsExactlyInAnyOrder("y1", "free");
        assertThat(claimIds(10)).isEmpty();
    }

    @Test
    void aRunIsNoLongerThanAskedFor() {
        enqueueLane("x", OnPoison.SKIP, "x1", "x2", "x3");

        assertThat(ids(claimRun(1, 10))).containsExactly("x1");
    }

    @Test
    void aLaneThatWasLeftBehindIsTakenOverAsAWhole_soThatItsOldOwnerCannotGoOnWithTheRest() {
        enqueueLane("x", OnPoison.SKIP, "x1", "x2", "x3", "x4");
        enqueueLane("y", OnPoison.SKIP, "y1", "y2", "y3");
        List<Claimed> left = claim(10, SHORT).stream()
                .filter(claimed -> claimed.task().id().startsWith("x"))
                .toList();
        assertThat(ids(left)).containsExactly("x1", "x2", "x3", "x4");
        enqueue(inLane("x5", "x", OnPoison.SKIP));
        awaitLeaseOver("x4");
        awaitLeaseOver("y3");

        List<Claimed> taken = new ArrayList<>(claimRun(2, 2));
        taken.addAll(claimRun(2, 2));

        assertThat(ids(taken)).containsExactlyInAnyOrder("x1", "x2", "x3", "x4", "y1", "y2", "y3");
        for (Claimed stale : left) {
            assertThat(finish(stale, done()))
                    .as("%s has another owner", stale.task())
                    .isFalse();
        }
        taken.forEach(claimed -> assertThat(finish(claimed, done())).isTrue());
        assertThat(claimIds(10)).containsExactly("x5");
    }

    @Test
    void theNextOneComesWhenTheOneBeforeHasEnded() {
        enqueueLane("x", OnPoison.SKIP, "x1", "x2", "x3");
        Claimed first = claimRun(1, 10).get(0);
        assertThat(claimIds(10)).isEmpty();

        finish(first, done());

        assertThat(ids(claimRun(1, 10))).containsExactly("x2");
        assertThat(store().cancel(List.of("x2"), By.person("ann", "not needed")))
                .containsExactly(true);
        assertThat(claimIds(10)).containsExactly("x3");
    }

    @Test
    void whileARunIsWorkedOffNobodyElseGetsTheRest() {
        enqueueLane("x", OnPoison.SKIP, "x1", "x2", "x3");
        List<Claimed> run = claimRun(2, 10);
        finish(run.get(0), done());

        assertThat(claimIds(10)).as("x2 is still being worked on").isEmpty();

        finish(run.get(1), new End.Rejected("no"));
        assertThat(claimIds(10)).containsExactly("x3");
    }

    @Test
    void aHeadThatIsRetriedIsNotOvertaken() {
        enqueueLane("x", OnPoison.SKIP, "x1", "x2", "x3");
        List<Claimed> run = claimRun(2, 10);

        store().finish(List.of(
                new TaskFinish("x1", run.get(0).fence(), new End.Retry(LONG, "busy")),
                new TaskFinish("x2", run.get(1).fence(), new End.Released())));

        assertThat(claimIds(10)).isEmpty();
        assertThat(stateOf("x2")).isEqualTo(TaskState.WAITING);
    }

    @Test
    void aHeadThatIsGivenBackIsNotGivenToAnother_whileTheRestOfItsRunIsWorkedOn() {
        enqueueLane("x", OnPoison.SKIP, "x1", "x2");
        List<Claimed> run = claimRun(2, 10);
        finish(run.get(0), new End.Released());

        assertThat(claimIds(10)).as("x2 is still being worked on").isEmpty();

        finish(run.get(1), new End.Released());
        assertThat(claimIds(10)).containsExactly("x1", "x2");
    }

    @Test
    void afterItsDelayTheHeadComesFirst() {
        enqueueLane("x", OnPoison.SKIP, "x1", "x2", "x3");
        List<Claimed> run = claimRun(2, 10);
        store().finish(List.of(
                new TaskFinish("x1", run.get(0).fence(), new End.Retry(SHORT, "busy")),
                new TaskFinish("x2", run.get(1).fence(), new End.Released())));

        List<Claimed> again = awaitClaim(10);

        assertThat(ids(again)).containsExactly("x1", "x2", "x3");
        assertThat(again).extracting(Claimed::attempt).containsExactly(2, 1, 1);
    }

    @Test
    void aDelayDelaysAllBehindIt() {
        enqueueLane("x", OnPoison.SKIP, "x1");
        enqueue(inLane("x2", "x", OnPoison.SKIP), LONG);
        enqueueLane("x", OnPoison.SKIP, "x3");

        List<Claimed> run = claim(10, LONG);
        assertThat(ids(run)).containsExactly("x1");
        finish(run.get(0), done());
        assertThat(claimIds(10)).isEmpty();
    }

    @Test
    void priorityMovesALane_butNobodyWithinIt() {
        enqueueLane("x", OnPoison.SKIP, "x1");
        enqueue(new Task(
                "x2", QUEUE, "welcome", Bytes.ofText("x2"), Map.of(), 100, null, new Lane("x", OnPoison.SKIP), null));
        enqueue(prioritised("high", 5));

        assertThat(claimIds(1)).containsExactly("high");
        assertThat(claimIds(10)).containsExactly("x1", "x2");
    }

    @Test
    void aRunThatWasLeftBehindIsGivenAgainFromItsHead() {
        enqueueLane("x", OnPoison.SKIP, "x1", "x2", "x3");
        List<Claimed> left = claim(2, SHORT);
        awaitLeaseOver("x2");

        List<Claimed> again = claim(10, LONG);

        assertThat(ids(again)).containsExactly("x1", "x2", "x3");
        assertThat(finish(left.get(0), done())).isFalse();
        assertThat(again.get(0).fence()).isGreaterThan(left.get(0).fence());
    }

    @Test
    void theSameKeyInAnotherQueueIsAnotherLane() {
        enqueueLane("x", OnPoison.SKIP, "x1");
        enqueue(new Task(
                "w1", "web", "welcome", Bytes.ofText("w"), Map.of(), 0, null, new Lane("x", OnPoison.SKIP), null));
        assertThat(claimIds(10)).containsExactly("x1");

        assertThat(ids(store().claim(new ClaimRequest(OWNER, LONG, 1, List.of(new ClaimRequest.Share("web", 1))))))
                .containsExactly("w1");
    }

    @Test
    void aPoisonedHeadIsSkipped_andItsRedriveGoesToTheEnd() {
        enqueueLane("x", OnPoison.SKIP, "x1", "x2");
        finish(claimRun(1, 1).get(0), dead("poison"));

        Claimed second = claimRun(1, 1).get(0);
        assertThat(second.task().id()).isEqualTo("x2");
        finish(second, new End.Released());
        store().deadLetters().redrive(List.of("x1"), By.person("ann", "mended"));

        assertThat(claimIds(10)).containsExactly("x2", "x1");
    }

    @Test
    void aParkedHeadHoldsItsLane_untilItIsRedrivenInItsPlace() {
        enqueueLane("x", OnPoison.PARK, "x1", "x2");
        enqueueLane("y", OnPoison.PARK, "y1");
        finish(claimRun(1, 1).get(0), dead("poison"));
        assertThat(claimIds(10)).containsExactly("y1");

        store().deadLetters().redrive(List.of("x1"), By.person("ann", "mended"));

        assertThat(claimIds(10)).containsExactly("x1", "x2");
    }

    @Test
    void aParkedHeadHoldsItsLane_untilItIsDiscarded_andAgainWhenRestored() {
        enqueueLane("x", OnPoison.PARK, "x1", "x2", "x3");
        finish(claimRun(1, 1).get(0), dead("poison"));
        store().deadLetters().discard(List.of("x1"), By.person("ann", "not needed"));
        finish(claimRun(1, 1).get(0), done());

        store().deadLetters().restore(List.of("x1"), By.person("ann", "needed after all"));
        assertThat(claimIds(10)).isEmpty();

        store().deadLetters().redrive(List.of("x1"), By.person("ann", "mended"));
        assertThat(claimIds(10)).containsExactly("x1", "x3");
    }

    @Test
    void whateverManyWorkersDo_eachLaneIsDoneInOrder() {
        int lanes = 5;
        int perLane = 12;
        for (int i = 0; i < perLane; i++) {
            for (int lane = 0; lane < lanes; lane++) {
                enqueue(inLane(lane + "-" + i, "lane" + lane, OnPoison.SKIP));
            }
        }
        Map<String, List<String>> done = new ConcurrentHashMap<>();

        Together.run(THREADS, worker -> () -> {
            while (done.values().stream().mapToInt(List::size).sum() < lanes * perLane) {
                for (Claimed claimed : claimRun(1 + worker % 3, 4)) {
                    String lane = Objects.requireNonNull(claimed.task().lane()).key();
                    done.computeIfAbsent(lane, key -> Collections.synchronizedList(new ArrayList<>()))
                            .add(claimed.task().id());
                    assertThat(finish(claimed, done())).isTrue();
                }
            }
            return worker;
        });

        for (int lane = 0; lane < lanes; lane++) {
            int number = lane;
            assertThat(done.get("lane" + lane))
                    .containsExactlyElementsOf(IntStream.range(0, perLane)
                            .mapToObj(i -> number + "-" + i)
                            .toList());
        }
        assertThat(claim(10, Duration.ofSeconds(1))).isEmpty();
    }
}
