package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.LogEntry.Event;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Conformance of a {@link TaskStore} for batches that name a task more than once, or claims that have ended: each request is
 * answered by its id and fence, and in the order in which it came.
 */
public abstract class AdversarialBatchConformance extends TaskStoreKit {
    private static final List<End> ENDS = List.of(
            new End.Done(Bytes.ofText("r")),
            new End.Retry(LONG, "busy"),
            new End.Dead("reason", "signature"),
            new End.Rejected("no"),
            new End.Released());

    /** For inheritors. */
    protected AdversarialBatchConformance() {}

    /** A claim that was deposed, and the one that deposed it. */
    private record Pair(Claimed deposed, Claimed rightful) {
        TaskFinish late(End end) {
            return new TaskFinish(deposed.task().id(), deposed.fence(), end);
        }

        TaskFinish inTime(End end) {
            return new TaskFinish(rightful.task().id(), rightful.fence(), end);
        }
    }

    private Pair pair(String id) {
        enqueue(task(id));
        Claimed deposed = claim(1, SHORT).get(0);
        awaitLeaseOver(id);
        return new Pair(deposed, claimOne());
    }

    private static TaskExtension extension(Claimed claimed) {
        return new TaskExtension(claimed.task().id(), claimed.fence(), LONG);
    }

    @Test
    void aHeartbeatThatNamesBothClaimsOfATaskTellsTheDeposedOneThatItLost_inEitherOrder() {
        Pair pair = pair("a");
        TaskExtension late = extension(pair.deposed);
        TaskExtension inTime = extension(pair.rightful);

        assertThat(store().extend(List.of(late, inTime))).containsExactly(false, true);
        assertThat(store().extend(List.of(inTime, late))).containsExactly(true, false);
    }

    @Test
    void aHeartbeatThatNamesAClaimTwiceAnswersBoth_andUnknownTasksAmongThem() {
        enqueue(task("a"));
        TaskExtension extension = extension(claimOne());

        assertThat(store().extend(List.of(extension, new TaskExtension("never", 1, LONG), extension)))
                .containsExactly(true, false, true);
    }

    @Test
    void theEndsOfBothClaimsOfATaskAreToldApart_inEitherOrder_whateverTheyAre() {
        int number = 0;
        for (End late : ENDS) {
            for (End inTime : ENDS) {
                for (boolean lateFirst : List.of(true, false)) {
                    String id = "t" + number++;
                    Pair pair = pair(id);

                    List<Boolean> answers = store().finish(
                                    lateFirst
                                            ? List.of(pair.late(late), pair.inTime(inTime))
                                            : List.of(pair.inTime(inTime), pair.late(late)));

                    assertThat(answers)
                            .as("%s of the deposed claim, %s of the rightful one", late, inTime)
                            .containsExactly(!lateFirst, lateFirst);
                    assertThat(stateOf(id)).isEqualTo(stateAfter(inTime));
                    store().cancel(List.of(id), By.person("tester", "out of the way"));
                }
            }
        }
    }

    private static TaskState stateAfter(End end) {
        if (end instanceof End.Done) {
            return TaskState.DONE;
        }
        if (end instanceof End.Dead) {
            return TaskState.DEAD;
        }
        return end instanceof End.Rejected ? TaskState.REJECTED : TaskState.WAITING;
    }

    @Test
    void anEndTwiceInOneBatchIsWrittenOnce_andAnotherEndOfTheSameClaimIsRefused() {
        for (End end : ENDS) {
            String id = end.getClass().getSimpleName();
            enqueue(task(id));
            Claimed claimed = claimOne();
            TaskFinish finish = new TaskFinish(id, claimed.fence(), end);
            End other = end instanceof End.Rejected ? done() : new End.Rejected("other");

            assertThat(store().finish(List.of(finish, new TaskFinish(id, claimed.fence(), other), finish)))
                    .as("twice %s, and another end between them", id)
                    .containsExactly(true, false, true);

            assertThat(stateOf(id)).isEqualTo(stateAfter(end));
            assertThat(eventsOf(id)).hasSize(end instanceof End.Released ? 0 : 1);
            store().cancel(List.of(id), By.person("tester", "out of the way"));
        }
    }

    @Test
    void deposedRightfulUnknownAndRepeatedEndsInOneBatchAreAnsweredInTheirOrder() {
        Pair first = pair("z");
        Pair second = pair("a");
        enqueue(task("m"));
        TaskFinish retried = new TaskFinish("m", claimOne().fence(), new End.Retry(Duration.ZERO, "busy"));

        assertThat(store().finish(List.of(
                        second.late(done()),
                        new TaskFinish("never", 1, done()),
                        first.inTime(done()),
                        retried,
                        new TaskFinish("m", retried.fence() + 1, done()),
                        second.inTime(dead("x")),
                        first.late(new End.Released()),
                        retried)))
                .containsExactly(false, false, true, true, false, true, false, true);

        assertThat(stateOf("z")).isEqualTo(TaskState.DONE);
        assertThat(stateOf("a")).isEqualTo(TaskState.DEAD);
        assertThat(eventsOf("z")).containsExactly(Event.ABANDONED, Event.DONE);
        assertThat(eventsOf("a")).containsExactly(Event.ABANDONED, Event.DIED);
        assertThat(eventsOf("m")).containsExactly(Event.RETRIED);
        assertThat(claimIds(10)).containsExactly("m");
    }

    @Test
    void aLaneGoesOnBehindItsRightfulEnd_whenTheDeposedOneComesWithIt() {
        enqueue(inLane("x1", "x", OnPoison.SKIP), inLane("x2", "x", OnPoison.SKIP));
        List<Claimed> deposed = claim(2, SHORT);
        awaitLeaseOver("x2");
        List<Claimed> rightful = claim(1, LONG);
        assertThat(ids(rightful))
                .as("what one claim had is taken over together")
                .containsExactly("x1", "x2");

        assertThat(store().finish(List.of(
                        new TaskFinish("x1", deposed.get(0).fence(), done()),
                        new TaskFinish("x2", deposed.get(1).fence(), new End.Released()),
                        new TaskFinish("x1", rightful.get(0).fence(), done()),
                        new TaskFinish("x2", rightful.get(1).fence(), new End.Released()))))
                .containsExactly(false, false, true, true);

        assertThat(claimIds(10)).containsExactly("x2");
    }

    @Test
    void aTaskTwiceInABatchOfCancelsIsCancelledOnce() {
        enqueue(task("a"));

        assertThat(store().cancel(List.of("a", "never", "a"), By.person("ann", "not needed")))
                .containsExactly(true, false, true);
        assertThat(eventsOf("a")).containsExactly(Event.CANCELLED);
    }

    @Test
    void anIdTwiceInABatchOfEnqueuesIsOneTask() {
        NewTask twin = new NewTask(task("a"), Duration.ZERO);

        assertThat(store().enqueue(List.of(twin, new NewTask(task("b"), Duration.ZERO), twin)))
                .containsExactly(
                        new TaskStore.Enqueued("a", true),
                        new TaskStore.Enqueued("b", true),
                        new TaskStore.Enqueued("a", true));
        assertThat(claimIds(10)).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void twoEditsOfOneLetterAreToldApartByTheFenceThatEachHasRead() {
        kill(task("a"), "x");
        long fence =
                store().deadLetters().read(List.of("a")).get(0).orElseThrow().fence();
        Bytes payload = Bytes.ofText("right");

        assertThat(store().deadLetters()
                        .edit(
                                List.of(
                                        new DeadLetters.Edit("a", fence, payload),
                                        new DeadLetters.Edit("never", fence, payload),
                                        new DeadLetters.Edit("a", fence, Bytes.ofText("has not read that"))),
                                By.person("ann", "corrected")))
                .containsExactly(true, false, false);

        assertThat(store().deadLetters()
                        .read(List.of("a"))
                        .get(0)
                        .orElseThrow()
                        .task()
                        .payload())
                .isEqualTo(payload);
    }
}
