package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.task.store.TaskStore.Enqueued;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Conformance of a {@link JoiningTaskStore} in a user's transaction that took its snapshot before another transaction's change,
 * at one isolation level. The store acts as if without that snapshot, or fails with a conflict after which the whole
 * transaction can be retried, or refuses the level by name.
 *
 * @param <C> the transaction's handle
 */
public abstract class TaskIsolationConformance<C> extends TaskStoreKit {
    /** For inheritors. */
    protected TaskIsolationConformance() {}

    @Override
    protected abstract JoiningTaskStore<C> openStore() throws Exception;

    /** A new transaction at the level under test. */
    protected abstract C begin() throws Exception;

    /** Reads another table, so that the transaction takes its snapshot if the level has one. */
    protected abstract void takeSnapshot(C transaction) throws Exception;

    /** Commits and closes. */
    protected abstract void commit(C transaction) throws Exception;

    /** Rolls back and closes. */
    protected abstract void rollback(C transaction) throws Exception;

    /** Whether others can write while such a transaction is open. */
    protected boolean letsOthersWrite() {
        return true;
    }

    /**
     * Begins a transaction with a snapshot, lets others commit, then does the work. Retries after a conflict. Returns null when
     * the level was refused.
     */
    @SuppressWarnings("unchecked") // openStore returned it
    private <T> @Nullable T joined(Runnable others, Function<TaskStore, T> work) throws Exception {
        if (!letsOthersWrite()) {
            others.run();
        }
        C transaction = begin();
        TaskStore joined = ((JoiningTaskStore<C>) store()).join(transaction);
        try {
            takeSnapshot(transaction);
            if (letsOthersWrite()) {
                others.run();
            }
            T answer = work.apply(joined);
            commit(transaction);
            return answer;
        } catch (StoreException e) {
            rollback(transaction);
            if (e.classification().retryable()) {
                return joined(() -> {}, work);
            }
            assertThat(e).as("a refusal names the required level").hasMessageContaining("READ COMMITTED");
            return null;
        }
    }

    private static Enqueued enqueueIn(TaskStore store, Task task) {
        return store.enqueue(List.of(new NewTask(task, Duration.ZERO))).get(0);
    }

    private static TaskFinish finishOf(Claimed claimed, End end) {
        return new TaskFinish(claimed.task().id(), claimed.fence(), end);
    }

    @Test
    void whatEndedAfterTheSnapshotIsNotRevived_howeverItEnded() throws Exception {
        List<End> ends = List.of(done(), new End.Rejected("no"), dead("x"));
        for (End end : ends) {
            String id = end.getClass().getSimpleName();
            enqueue(task(id));
            Claimed claimed = claimOne();

            Enqueued answer = joined(() -> finish(claimed, end), store -> enqueueIn(store, task(id)));

            TaskState state = end instanceof End.Dead
                    ? TaskState.DEAD
                    : end instanceof End.Done ? TaskState.DONE : TaskState.REJECTED;
            assertThat(answer).isIn(null, new Enqueued(id, true));
            assertThat(claimIds(10)).as("%s is not claimed again", id).isEmpty();
            assertThat(stateOf(id)).isEqualTo(state);
            assertThat(claimIds(10)).isEmpty();
        }
    }

    @Test
    void whatWasCancelledAfterTheSnapshotIsNotRevived() throws Exception {
        enqueue(task("a"));

        joined(
                () -> store().cancel(List.of("a"), By.person("ann", "not needed")),
                store -> enqueueIn(store, task("a")));

        assertThat(claimIds(10)).isEmpty();
        assertThat(stateOf("a")).isEqualTo(TaskState.CANCELLED);
    }

    @Test
    void oneThatEndedDoesNotKeepOthersFromBeingClaimed() throws Exception {
        enqueue(task("a"));
        Claimed claimed = claimOne();

        joined(() -> finish(claimed, done()), store -> enqueueIn(store, task("a")));
        enqueue(task("b"), task("c"));

        assertThat(claimIds(10)).containsExactlyInAnyOrder("b", "c");
        assertThat(stateOf("a")).isEqualTo(TaskState.DONE);
    }

    @Test
    void aNewTaskIsClaimedOnce_whateverElseHappened() throws Exception {
        enqueue(task("other"));
        Claimed other = claimOne();

        assertThat(this.<Enqueued>joined(() -> finish(other, done()), store -> enqueueIn(store, task("a"))))
                .isEqualTo(new Enqueued("a", true));

        Claimed claimed = claimOne();
        assertThat(claimed.task().id()).isEqualTo("a");
        assertThat(claimed.inDoubt()).isFalse();
        assertThat(finish(claimed, done())).isTrue();
        assertThat(claimIds(10)).isEmpty();
    }

    @Test
    void anIdThatCameToBeAfterTheSnapshotIsOneTask() throws Exception {
        assertThat(this.<Enqueued>joined(() -> enqueue(task("a")), store -> enqueueIn(store, task("a"))))
                .isEqualTo(new Enqueued("a", true));

        assertThat(claimIds(10)).containsExactly("a");
    }

    @Test
    void aDedupKeyThatWasTakenAfterTheSnapshotAnswersWithTheFirst() throws Exception {
        assertThat(this.<Enqueued>joined(
                        () -> enqueue(keyed("a", QUEUE, "order-1")),
                        store -> enqueueIn(store, keyed("b", QUEUE, "order-1"))))
                .isEqualTo(new Enqueued("a", false));

        assertThat(claimIds(10)).containsExactly("a");
    }

    @Test
    void aDedupKeyWhoseTaskEndedAfterTheSnapshotIsStillTaken() throws Exception {
        enqueue(keyed("a", QUEUE, "order-1"));
        Claimed claimed = claimOne();

        assertThat(this.<Enqueued>joined(
                        () -> finish(claimed, done()), store -> enqueueIn(store, keyed("b", QUEUE, "order-1"))))
                .isEqualTo(new Enqueued("a", false));

        assertThat(claimIds(10)).isEmpty();
    }

    @Test
    void aLaneGoesOn_whenItsHeadEndedAfterTheSnapshot() throws Exception {
        enqueue(inLane("x1", "x", OnPoison.PARK));
        Claimed head = claimOne();

        joined(() -> finish(head, done()), store -> enqueueIn(store, inLane("x2", "x", OnPoison.PARK)));

        assertThat(claimIds(10)).containsExactly("x2");
    }

    @Test
    void theOrderOfALaneIsThatOfCommits_whateverTheSnapshot() throws Exception {
        joined(
                () -> enqueue(inLane("x1", "x", OnPoison.PARK)),
                store -> enqueueIn(store, inLane("x2", "x", OnPoison.PARK)));

        assertThat(claimIds(10)).containsExactly("x1", "x2");
    }

    @Test
    void aLaneGoesOnBehindOneThatWouldHaveBeenRevived() throws Exception {
        enqueue(inLane("x1", "x", OnPoison.PARK));
        Claimed head = claimOne();

        joined(() -> finish(head, done()), store -> {
            enqueueIn(store, inLane("x1", "x", OnPoison.PARK));
            return enqueueIn(store, inLane("x2", "x", OnPoison.PARK));
        });

        assertThat(claimIds(1)).isIn(List.of(), List.of("x2"));
        enqueue(inLane("x3", "x", OnPoison.PARK));
        List<String> rest = claimIds(10);
        assertThat(rest).doesNotContain("x1");
        assertThat(stateOf("x1")).isEqualTo(TaskState.DONE);
        assertThat(stateOf("x2")).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void aLaneKeepsItsOrderBehindOneThatWouldHaveBeenRevived() throws Exception {
        enqueue(inLane("x1", "x", OnPoison.PARK));
        Claimed head = claimOne();

        joined(() -> finish(head, done()), store -> enqueueIn(store, inLane("x1", "x", OnPoison.PARK)));
        enqueue(inLane("x2", "x", OnPoison.PARK));
        enqueue(inLane("x3", "x", OnPoison.PARK));

        List<String> first = claimIds(10);
        assertThat(first).isIn(List.of(), List.of("x2"), List.of("x2", "x3"));
        if (first.isEmpty()) {
            assertThat(claimIds(10)).as("the lane goes on").startsWith("x2");
        }
        assertThat(stateOf("x1")).isEqualTo(TaskState.DONE);
    }

    @Test
    void anEndCounts_whenAHeartbeatCameAfterTheSnapshot() throws Exception {
        enqueue(task("a"));
        Claimed claimed = claimOne();

        Boolean answer = joined(
                () -> assertThat(store().extend(List.of(new TaskExtension("a", claimed.fence(), LONG))))
                        .containsExactly(true),
                store -> store.finish(List.of(finishOf(claimed, done()))).get(0));

        assertThat(answer).isTrue();
        assertThat(stateOf("a")).isEqualTo(TaskState.DONE);
    }

    @Test
    void anEndThatWasWrittenAfterTheSnapshotRecognisesItself_andAnotherIsRefused() throws Exception {
        enqueue(task("a"), task("b"));
        List<Claimed> claimed = claim(2, LONG);
        Claimed a = claimed.get(0);
        Claimed b = claimed.get(1);

        assertThat(this.<Boolean>joined(
                        () -> finish(a, done()),
                        store -> store.finish(List.of(finishOf(a, new End.Rejected("no"))))
                                .get(0)))
                .isFalse();
        assertThat(this.<Boolean>joined(
                        () -> finish(b, done()),
                        store -> store.finish(List.of(finishOf(b, done()))).get(0)))
                .isTrue();
        assertThat(stateOf(a.task().id())).isEqualTo(TaskState.DONE);
    }

    /** A chunk of a batch of a deposed owner: the next chunk and the end of this one in one transaction. */
    @Test
    void aChunkWhoseOwnerWasDeposedAfterTheSnapshotIsNotEndedByIt() throws Exception {
        enqueue(task("run#1"));
        Claimed deposed = claim(1, SHORT).get(0);
        awaitLeaseOver("run#1");
        AtomicReference<@Nullable Claimed> rightful = new AtomicReference<>();

        Boolean answer = joined(
                () -> {
                    Claimed again = claimOne();
                    rightful.set(again);
                    enqueue(task("run#2"));
                    assertThat(finish(claimOne(), done())).isTrue();
                },
                store -> {
                    enqueueIn(store, task("run#2"));
                    return store.finish(List.of(finishOf(deposed, done()))).get(0);
                });

        assertThat(answer).isIn(null, false);
        assertThat(stateOf("run#1")).isEqualTo(TaskState.RUNNING);
        assertThat(claimIds(10)).as("the next chunk is done").isEmpty();
        assertThat(stateOf("run#2")).isEqualTo(TaskState.DONE);
        assertThat(rightful.get()).isNotNull();
    }

    @Test
    void aTaskOfALaneEndsWithItsLaneGoingOn_orTheLevelIsRefused() throws Exception {
        enqueue(inLane("x1", "x", OnPoison.PARK));
        Claimed head = claimOne();

        Boolean answer = joined(
                () -> enqueue(inLane("x2", "x", OnPoison.PARK)),
                store -> store.finish(List.of(finishOf(head, done()))).get(0));

        assertThat(answer).isIn(null, true);
        if (answer == null) {
            assertThat(finish(head, done())).isTrue();
        }
        assertThat(claimIds(10)).containsExactly("x2");
    }
}
