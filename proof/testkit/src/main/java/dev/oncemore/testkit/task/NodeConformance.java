package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Conformance of a store that knows the nodes which hold its tasks. Leases are long here: only takeovers end them. */
public abstract class NodeConformance extends TaskStoreKit {
    private static final long DOOMED = 7;
    private static final long HEALTHY = Long.MAX_VALUE;
    private static final String OTHER_QUEUE = "other";

    /** For inheritors. */
    protected NodeConformance() {}

    private Nodes nodes() {
        return store().nodes().orElseThrow();
    }

    private static Nodes.Member member(long incarnation) {
        return new Nodes.Member(incarnation, incarnation == DOOMED ? SHORT : LONG);
    }

    private List<Claimed> claimAs(long incarnation, int tasksMax) {
        return store().claim(new ClaimRequest(
                OWNER,
                LONG,
                10,
                List.of(new ClaimRequest.Share(QUEUE, tasksMax), new ClaimRequest.Share(OTHER_QUEUE, tasksMax)),
                member(incarnation)));
    }

    private Nodes.Standing beat(long incarnation, int running) {
        return nodes().beat(new Nodes.Beat(OWNER, LONG, member(incarnation), running));
    }

    private List<Nodes.Silent> awaitSilence() {
        letTimePass(SHORT.multipliedBy(2));
        List<Nodes.Silent> silent = new ArrayList<>();
        Together.await("a node is silent", () -> silent.addAll(nodes().look().silent()));
        return silent;
    }

    private boolean extend(Claimed claimed) {
        return store().extend(List.of(new TaskExtension(claimed.task().id(), claimed.fence(), LONG)))
                .get(0);
    }

    @Test
    void whatASilentNodeHoldsIsClaimableUnderTheNextFence_andItsEndIsRefused() {
        enqueue(task("a"), task("b"));
        List<Claimed> before = claimAs(DOOMED, 1);
        assertThat(claimAs(HEALTHY, 10)).hasSize(1);
        assertThat(claimIds(10)).as("leases are long").isEmpty();

        List<Nodes.Silent> silent = awaitSilence();
        assertThat(silent).singleElement().satisfies(node -> {
            assertThat(node.name()).isEqualTo(OWNER);
            assertThat(node.incarnation()).isEqualTo(DOOMED);
            assertThat(node.silence()).isEqualTo(SHORT);
        });
        assertThat(nodes().takeOver(silent)).isEqualTo(1);
        assertThat(stateOf("a")).isEqualTo(TaskState.WAITING);
        List<Claimed> after = claimAs(HEALTHY, 10);

        assertThat(ids(after)).containsExactly("a");
        assertThat(after.get(0).fence()).isEqualTo(before.get(0).fence() + 1);
        assertThat(after.get(0).attempt()).isEqualTo(2);
        assertThat(after.get(0).inDoubt()).isTrue();
        assertThat(finish(before.get(0), done())).as("the deposed end").isFalse();
        assertThat(extend(before.get(0))).as("the deposed lease").isFalse();
        assertThat(finish(after.get(0), done())).isTrue();
        assertThat(eventsOf("a")).containsExactly(LogEntry.Event.ABANDONED, LogEntry.Event.DONE);
    }

    @Test
    void aTakenOverNodeIsNotSilentAnyMore_andIsTakenOverOnce() {
        enqueue(task("a"));
        claimAs(DOOMED, 1);
        List<Nodes.Silent> silent = awaitSilence();
        assertThat(nodes().takeOver(silent)).isEqualTo(1);

        assertThat(nodes().look().silent()).isEmpty();
        assertThat(nodes().takeOver(silent)).isZero();
    }

    @Test
    void nodesThatAreHeardOfKeepTheirTasks_andAnEarlierSuspicionIsVoid() {
        enqueue(task("a"), task("b"));
        claimAs(HEALTHY, 1);
        Claimed held = claimAs(DOOMED, 1).get(0);
        List<Nodes.Silent> suspects = awaitSilence();
        Nodes.Standing standing = nodes().beat(new Nodes.Beat(OWNER, LONG, new Nodes.Member(DOOMED, LONG), 1));

        assertThat(nodes().look().silent()).isEmpty();
        assertThat(nodes().takeOver(suspects)).isZero();
        assertThat(claimIds(10)).isEmpty();
        assertThat(finish(held, done())).isTrue();
        assertThat(beat(DOOMED, 1)).isEqualTo(standing);
    }

    @Test
    void aNodeThatComesBackKeepsWhatNobodyClaimed_andLearnsThatItWasTakenOver() {
        enqueue(task("a"), task("b"));
        List<Claimed> held = claimAs(DOOMED, 2);
        Nodes.Standing before = beat(DOOMED, 2);
        nodes().takeOver(awaitSilence());
        assertThat(claimIds(1)).containsExactly("a");

        assertThat(beat(DOOMED, 2)).isNotEqualTo(before);
        assertThat(held).extracting(this::extend).containsExactly(false, true);
        assertThat(claimIds(10)).isEmpty();
        assertThat(finish(held.get(1), done())).isTrue();
    }

    @Test
    void aClaimIsAHeartbeat_evenOfANodeThatWasTakenOver() {
        enqueue(task("a"));
        claimAs(DOOMED, 1);
        nodes().takeOver(awaitSilence());
        enqueue(task("b"));
        claimAs(DOOMED, 1);

        assertThat(awaitSilence()).as("it holds tasks again").hasSize(1);
        assertThat(nodes().takeOver(awaitSilence())).isEqualTo(1);
    }

    @Test
    void anIdleNodeIsNotSilent_untilItClaimsAgain() {
        beat(DOOMED, 0);
        beat(HEALTHY, 0);
        letTimePass(SHORT.multipliedBy(2));
        Together.await(
                "time passed",
                () -> nodes().list(1).get(0).lastBeat().plus(SHORT).isBefore(store().now()));
        assertThat(nodes().look().silent()).isEmpty();

        enqueue(task("a"));
        claimAs(DOOMED, 1);
        assertThat(awaitSilence()).extracting(Nodes.Silent::incarnation).containsExactly(DOOMED);
    }

    @Test
    void nodesOfOneNameNeverShareAFate() {
        enqueue(task("a"), task("b"));
        claimAs(HEALTHY, 1);
        claimAs(DOOMED, 1);

        assertThat(nodes().takeOver(awaitSilence())).isEqualTo(1);
        assertThat(stateOf("a")).isEqualTo(TaskState.RUNNING);
        assertThat(stateOf("b")).isEqualTo(TaskState.WAITING);
    }

    @Test
    void theRestOfALaneIsTakenOverAsAWhole_andInOrder() {
        enqueue(
                inLane("a", "lane", OnPoison.SKIP),
                inLane("b", "lane", OnPoison.SKIP),
                inLane("c", "lane", OnPoison.SKIP),
                inLane("d", "lane", OnPoison.SKIP));
        List<Claimed> held = claimAs(DOOMED, 3);
        assertThat(ids(held)).containsExactly("a", "b", "c");
        assertThat(finish(held.get(0), done())).isTrue();
        assertThat(claimIds(10)).as("the lane has an owner").isEmpty();

        assertThat(nodes().takeOver(awaitSilence())).isEqualTo(2);
        List<Claimed> taken = claimAs(HEALTHY, 1);
        assertThat(ids(taken)).as("together, even beyond the limit").containsExactly("b", "c");
        assertThat(claimIds(10)).isEmpty();
        assertThat(finish(held.get(1), done())).isFalse();
        assertThat(finish(held.get(2), done())).isFalse();
        taken.forEach(each -> assertThat(finish(each, done())).isTrue());
        assertThat(claimIds(10)).containsExactly("d");
    }

    @Test
    void tasksOfAllQueuesAndPrioritiesAreTakenOver_andNothingElse() {
        enqueue(prioritised("low", -1_000), task("a"), prioritised("high", 1_000));
        enqueue(new Task("far", OTHER_QUEUE, "welcome", Bytes.ofText("x"), Map.of(), 5, null, null, null));
        assertThat(claimAs(DOOMED, 10)).hasSize(4);
        enqueue(task("leased"));
        claimOne();
        enqueue(task("later"), Duration.ofMinutes(1));

        assertThat(nodes().takeOver(awaitSilence())).isEqualTo(4);
        assertThat(ids(claimAs(HEALTHY, 10))).containsExactlyInAnyOrder("high", "a", "low", "far");
        assertThat(stateOf("leased")).as("claimed without a node").isEqualTo(TaskState.RUNNING);
    }

    @Test
    void whatTheNodeGaveBackKeepsItsDelay() {
        enqueue(task("a"), task("b"));
        List<Claimed> held = claimAs(DOOMED, 2);
        assertThat(finish(held.get(0), new End.Retry(Duration.ofMinutes(1), "not yet")))
                .isTrue();

        assertThat(nodes().takeOver(awaitSilence())).isEqualTo(1);
        assertThat(claimIds(10)).containsExactly("b");
    }

    @Test
    void manyTasksAreTakenOverAtOnce() {
        List<TaskFinish> ends = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            enqueue(task("t" + i));
        }
        claimAs(DOOMED, 1_100);

        assertThat(nodes().takeOver(awaitSilence())).isEqualTo(1_100);
        claimAs(HEALTHY, 1_100)
                .forEach(each -> ends.add(new TaskFinish(each.task().id(), each.fence(), done())));
        assertThat(store().finish(ends)).hasSize(1_100).containsOnly(true);
    }

    @Test
    void aRemovedRowComesBackWithTheNextHeartbeatOrClaim_andLooksNew() {
        enqueue(task("a"));
        Nodes.Standing before = beat(HEALTHY, 0);
        nodes().leave(HEALTHY);
        assertThat(nodes().list(10)).isEmpty();
        letTimePass(SHORT);
        Together.await("time passes", () -> store().now().isAfter(before.since()));

        claimAs(HEALTHY, 1);
        assertThat(nodes().list(10)).singleElement().satisfies(node -> {
            assertThat(node.name()).isEqualTo(OWNER);
            assertThat(node.running()).isEqualTo(1);
        });
        assertThat(beat(HEALTHY, 1)).isNotEqualTo(before);
    }

    @Test
    void nodesAreListedByName_withWhatTheyHold() {
        nodes().beat(new Nodes.Beat("node-b", LONG, member(2), 3));
        nodes().beat(new Nodes.Beat("node-a", LONG, member(3), 0));
        nodes().beat(new Nodes.Beat("node-a", LONG, member(1), 1));

        assertThat(nodes().list(10))
                .extracting(node -> node.name() + " " + node.incarnation() + " " + node.running())
                .containsExactly("node-a 1 1", "node-a 3 0", "node-b 2 3");
        assertThat(nodes().list(2)).hasSize(2);
    }
}
