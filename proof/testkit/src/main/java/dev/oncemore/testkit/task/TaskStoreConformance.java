package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.LogEntry.Event;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.task.store.TaskStore.Enqueued;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Conformance of a {@link TaskStore} for live tasks, verb by verb.
 *
 * <pre>{@code
 * class PostgresTaskStoreTest extends TaskStoreConformance {
 *     @Override
 *     protected TaskStore openStore() {
 *         return …; // an empty one
 *     }
 * }
 * }</pre>
 */
public abstract class TaskStoreConformance extends TaskStoreKit {
    private static final int THREADS = 16;

    /** For inheritors. */
    protected TaskStoreConformance() {}

    private boolean extend(Claimed claimed, Duration lease) {
        return store().extend(List.of(new TaskExtension(claimed.task().id(), claimed.fence(), lease)))
                .get(0);
    }

    @Test
    void theDelayOfARetryIsKept_untilTheNextOneOrARedrive() {
        enqueue(task("a"));
        Claimed first = claimOne();
        assertThat(first.previousDelay()).isEqualTo(Duration.ZERO);
        finish(first, new End.Retry(SHORT, "busy"));

        Claimed second = awaitClaim(1).get(0);
        assertThat(second.previousDelay()).isEqualTo(SHORT);
        finish(second, new End.Released());
        Claimed third = claim(1, SHORT).get(0);
        assertThat(third.previousDelay()).as("after a release").isEqualTo(SHORT);
        awaitLeaseOver("a");
        Claimed fourth = claimOne();
        assertThat(fourth.previousDelay()).as("after a worker died").isEqualTo(SHORT);
        finish(fourth, new End.Retry(Duration.ZERO, "busy"));

        Claimed fifth = claimOne();
        assertThat(fifth.previousDelay()).isEqualTo(Duration.ZERO);
        finish(fifth, new End.Retry(SHORT, "busy"));
        finish(awaitClaim(1).get(0), dead("busy"));
        store().deadLetters().redrive(List.of("a"), By.person("ann", "again"));
        assertThat(claimOne().previousDelay()).as("after a redrive").isEqualTo(Duration.ZERO);
    }

    @Test
    void aStatusKnowsWhenItsTaskWasEnqueued_untilItEndsForGood() {
        Instant before = store().now();
        enqueue(task("a"));
        Instant enqueuedAt = find("a").orElseThrow().enqueuedAt();
        assertThat(enqueuedAt).isBetween(before, store().now());

        Claimed claimed = claimOne();
        assertThat(find("a").orElseThrow().enqueuedAt()).isEqualTo(enqueuedAt);
        finish(claimed, dead("x"));
        assertThat(find("a").orElseThrow().enqueuedAt()).isEqualTo(enqueuedAt);
        store().deadLetters().redrive(List.of("a"), By.person("ann", "again"));
        finish(claimOne(), done());
        assertThat(find("a").orElseThrow().enqueuedAt()).isNull();
    }

    @Test
    void idsAndKindsMayBeLong() {
        Task task = new Task(
                "i".repeat(Task.ID_LENGTH_MAX),
                QUEUE,
                "k".repeat(Task.KIND_LENGTH_MAX),
                Bytes.ofText("x"),
                Map.of(),
                0,
                null,
                null,
                "d".repeat(255));
        enqueue(task);
        Claimed claimed = claimOne();
        assertThat(claimed.task()).isEqualTo(task);
        finish(claimed, dead("x"));
        store().deadLetters().redrive(List.of(task.id()), By.person("ann", "again"));
        finish(claimOne(), done());
        assertThat(find(task.id()).orElseThrow().kind()).isEqualTo(task.kind());
    }

    @Test
    void oneBatchMayHaveADedupKeyTwice_andTheFirstWins() {
        List<TaskStore.Enqueued> answers = store().enqueue(List.of(
                new NewTask(keyed("a", QUEUE, "order-1"), Duration.ZERO),
                new NewTask(keyed("b", QUEUE, "order-1"), Duration.ZERO),
                new NewTask(keyed("c", QUEUE, "order-2"), Duration.ZERO)));

        assertThat(answers)
                .containsExactly(
                        new TaskStore.Enqueued("a", true),
                        new TaskStore.Enqueued("a", false),
                        new TaskStore.Enqueued("c", true));
        assertThat(claimIds(10)).containsExactly("a", "c");
    }

    @Test
    void aTaskIsGivenWithEverythingItWasMadeWith_byteForByte() {
        byte[] everyByte = new byte[256];
        for (int i = 0; i < everyByte.length; i++) {
            everyByte[i] = (byte) i;
        }
        Task task = new Task(
                "a",
                QUEUE,
                "welcome",
                Bytes.of(everyByte),
                Map.of("trace", "4bf9=2f35,%;\n", "name", "請求書 🧾", "empty", ""),
                7,
                3,
                new Lane("customer 1", OnPoison.PARK),
                "order-1");
        enqueue(task);

        Claimed claimed = claimOne();

        assertThat(claimed.task()).isEqualTo(task);
        assertThat(claimed.attempt()).isEqualTo(1);
        assertThat(claimed.redrives()).isZero();
        assertThat(claimed.fence()).isPositive();
        assertThat(claimed.waited()).isGreaterThanOrEqualTo(Duration.ZERO);
    }

    @Test
    void numbersBeyondTheReachOfDoublesAreUnchanged() {
        Bytes payload = Bytes.ofText("{\"amount\": 9007199254740993, \"rate\": 0.1000000000000000055511}");
        enqueue(task("a").withPayload(payload));

        assertThat(claimOne().task().payload()).isEqualTo(payload);
    }

    @Test
    void anIdIsEnqueuedOnce_whateverBecameOfIt() {
        enqueue(task("a"));
        assertThat(enqueue(task("a"), Duration.ZERO)).isEqualTo(new Enqueued("a", true));
        Claimed claimed = claimOne();
        assertThat(claim(10, LONG)).isEmpty();
        finish(claimed, done());

        assertThat(enqueue(task("a"), Duration.ZERO)).isEqualTo(new Enqueued("a", true));

        assertThat(claim(10, LONG)).as("it is done, and stays done").isEmpty();
        assertThat(stateOf("a")).isEqualTo(TaskState.DONE);
    }

    @Test
    void aDedupKeyAnswersWithTheFirst_whileItWaitsRunsAndIsInTheLog() {
        enqueue(keyed("a", QUEUE, "order-1"));
        assertThat(enqueue(keyed("b", QUEUE, "order-1"), Duration.ZERO)).isEqualTo(new Enqueued("a", false));
        Claimed claimed = claimOne();
        assertThat(enqueue(keyed("c", QUEUE, "order-1"), Duration.ZERO)).isEqualTo(new Enqueued("a", false));
        finish(claimed, done());
        assertThat(enqueue(keyed("d", QUEUE, "order-1"), Duration.ZERO)).isEqualTo(new Enqueued("a", false));
        assertThat(find("b")).isEmpty();

        store().purge(Duration.ZERO, LONG, 10);

        assertThat(enqueue(keyed("e", QUEUE, "order-1"), Duration.ZERO)).isEqualTo(new Enqueued("e", true));
    }

    @Test
    void aDedupKeyIsTakenWhileItsTaskIsDeadOrDiscarded() {
        kill(keyed("a", QUEUE, "order-1"), "x");
        assertThat(enqueue(keyed("b", QUEUE, "order-1"), Duration.ZERO)).isEqualTo(new Enqueued("a", false));
        store().deadLetters().discard(List.of("a"), By.person("ann", "not needed"));
        assertThat(enqueue(keyed("b", QUEUE, "order-1"), Duration.ZERO)).isEqualTo(new Enqueued("a", false));

        store().purge(LONG, Duration.ZERO, 10);

        assertThat(enqueue(keyed("b", QUEUE, "order-1"), Duration.ZERO)).isEqualTo(new Enqueued("b", true));
    }

    @Test
    void dedupKeysDifferByQueueCaseAndTrailingSpace() {
        enqueue(
                keyed("a", QUEUE, "order-1"),
                keyed("b", "other", "order-1"),
                keyed("c", QUEUE, "ORDER-1"),
                keyed("d", QUEUE, "order-1 "));
        assertThat(claimIds(10)).containsExactly("a", "c", "d");
    }

    @Test
    void aDedupKeyTwiceInOneBatchIsOneTask() {
        assertThat(store().enqueue(List.of(
                        new NewTask(keyed("a", QUEUE, "k"), Duration.ZERO),
                        new NewTask(keyed("b", QUEUE, "k"), Duration.ZERO),
                        new NewTask(task("c"), Duration.ZERO))))
                .containsExactly(new Enqueued("a", true), new Enqueued("a", false), new Enqueued("c", true));
        assertThat(claimIds(10)).containsExactly("a", "c");
    }

    @Test
    void ofManyWhoEnqueueWithOneKeyOneIsFirst() {
        List<Enqueued> answers =
                Together.run(THREADS, i -> () -> enqueue(keyed("t" + i, QUEUE, "order-1"), Duration.ZERO));

        assertThat(answers.stream().filter(Enqueued::isNew)).hasSize(1);
        assertThat(answers).extracting(Enqueued::id).containsOnly(claimIds(10).get(0));
        assertThat(claim(10, LONG)).isEmpty();
    }

    @Test
    void aDelayedTaskWaits() {
        enqueue(task("later"), LONG);
        enqueue(task("soon"), SHORT);

        assertThat(ids(awaitClaim(10))).containsExactly("soon");
        assertThat(stateOf("later")).isEqualTo(TaskState.WAITING);
        assertThat(claim(10, LONG)).isEmpty();
    }

    @Test
    void theHighestPriorityComesFirst_thenWhatHasBeenDueTheLongest() {
        enqueue(prioritised("low", -5));
        letTimePass(SHORT);
        enqueue(prioritised("first", 0));
        letTimePass(SHORT);
        enqueue(prioritised("second", 0));
        letTimePass(SHORT);
        enqueue(prioritised("high", 5));

        assertThat(claimIds(1)).containsExactly("high");
        assertThat(claimIds(2)).containsExactly("first", "second");
        assertThat(claimIds(10)).containsExactly("low");
    }

    @Test
    void eachQueueGivesItsShare() {
        for (int i = 0; i < 5; i++) {
            enqueue(task("mail" + i), keyed("web" + i, "web", "k" + i));
        }

        List<Claimed> claimed = store().claim(new ClaimRequest(
                OWNER,
                LONG,
                1,
                List.of(
                        new ClaimRequest.Share("web", 1),
                        new ClaimRequest.Share("nothing", 9),
                        new ClaimRequest.Share(QUEUE, 3))));

        assertThat(ids(claimed)).containsExactlyInAnyOrder("web0", "mail0", "mail1", "mail2");
        assertThat(store().claim(new ClaimRequest(OWNER, LONG, 1, List.of()))).isEmpty();
    }

    @Test
    void ofManyWhoClaimEachTaskGoesToOne() {
        int tasks = 200;
        store().enqueue(IntStream.range(0, tasks)
                .mapToObj(i -> new NewTask(task("t" + i), Duration.ZERO))
                .toList());

        List<List<String>> given = Together.run(THREADS, i -> () -> {
            List<String> own = new ArrayList<>();
            for (List<String> some = claimIds(7); !some.isEmpty(); some = claimIds(7)) {
                own.addAll(some);
            }
            return own;
        });

        // Some may have been skipped because another claim held them.
        List<String> all = new ArrayList<>(claimIds(tasks));
        given.forEach(all::addAll);
        assertThat(all).hasSize(tasks).doesNotHaveDuplicates();
    }

    @Test
    void whatItsOwnerLeftBehindIsGivenAgain_andLoggedAsAbandoned() {
        enqueue(task("a"));
        Claimed first = claim(1, SHORT).get(0);
        assertThat(stateOf("a")).isIn(TaskState.RUNNING, TaskState.WAITING);
        awaitLeaseOver("a");

        Claimed second = claimOne();

        assertThat(second.fence()).isGreaterThan(first.fence());
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(store().log("a", 0, 10)).singleElement().satisfies(entry -> {
            assertThat(entry.event()).isEqualTo(Event.ABANDONED);
            assertThat(entry.fence()).isEqualTo(first.fence());
            assertThat(entry.attempt()).isEqualTo(1);
            assertThat(entry.who()).isEqualTo(OWNER);
        });
    }

    @Test
    void aWorkerThatDiesAfterItsHeartbeatKeepsTheTaskForOneMoreLease_andNoLonger() {
        enqueue(task("a"));
        Claimed first = claim(1, LONG).get(0);
        assertThat(extend(first, SHORT)).isTrue();
        awaitLeaseOver("a");

        assertThat(claimOne().attempt()).isEqualTo(2);
        assertThat(extend(first, LONG)).isFalse();
    }

    @Test
    void anOwnerThatLostATaskIsToldSo_andChangesNothing() {
        enqueue(task("a"));
        Claimed lost = claim(1, SHORT).get(0);
        awaitLeaseOver("a");
        Claimed owned = claimOne();

        assertThat(extend(lost, LONG)).isFalse();
        assertThat(finish(lost, done())).isFalse();
        assertThat(finish(lost, new End.Retry(Duration.ZERO, "late"))).isFalse();
        assertThat(finish(lost, dead("late"))).isFalse();
        assertThat(finish(lost, new End.Rejected("late"))).isFalse();
        assertThat(finish(lost, new End.Released())).isFalse();

        assertThat(stateOf("a")).isEqualTo(TaskState.RUNNING);
        assertThat(extend(owned, LONG)).isTrue();
        assertThat(finish(owned, done())).isTrue();
        assertThat(eventsOf("a")).containsExactly(Event.ABANDONED, Event.DONE);
    }

    @Test
    void anOwnerWhoseLeaseIsOverMayStillFinish_whileNobodyElseHasClaimedIt() {
        enqueue(task("a"));
        Claimed claimed = claim(1, SHORT).get(0);
        awaitLeaseOver("a");

        assertThat(extend(claimed, LONG)).isTrue();
        assertThat(claim(1, LONG)).isEmpty();
        assertThat(finish(claimed, done())).isTrue();
    }

    @Test
    void attemptsAreCountedByTheClaim_howeverItEnds() {
        enqueue(task("a"));
        for (int attempt = 1; attempt <= 4; attempt++) {
            assertThat(claim(1, SHORT))
                    .singleElement()
                    .extracting(Claimed::attempt)
                    .isEqualTo(attempt);
            awaitLeaseOver("a");
        }
        assertThat(find("a").orElseThrow().attempts()).isEqualTo(4);
    }

    @Test
    void aSignOfLifeKeepsATask() {
        enqueue(task("a"));
        Claimed claimed = claim(1, SHORT).get(0);

        assertThat(extend(claimed, LONG)).isTrue();

        letTimePass(SHORT.multipliedBy(2));
        assertThat(stateOf("a")).isEqualTo(TaskState.RUNNING);
        assertThat(claim(1, LONG)).isEmpty();
        finish(claimed, new End.Retry(LONG, "x"));
        assertThat(extend(claimed, LONG)).as("its claim has ended").isFalse();
    }

    @Test
    void whatIsDoneIsGone_andItsResultIsKept() {
        enqueue(task("a"));
        Claimed claimed = claimOne();

        assertThat(finish(claimed, new End.Done(Bytes.ofText("sent")))).isTrue();

        TaskStatus status = find("a").orElseThrow();
        assertThat(status.state()).isEqualTo(TaskState.DONE);
        assertThat(status.result()).isEqualTo(Bytes.ofText("sent"));
        assertThat(status.attempts()).isEqualTo(1);
        assertThat(status.queue()).isEqualTo(QUEUE);
        assertThat(status.kind()).isEqualTo("welcome");
        assertThat(claim(10, LONG)).isEmpty();
    }

    @Test
    void aTaskThatIsDoneWithoutALineLeavesNoTrace() {
        enqueue(task("a"));

        assertThat(finish(claimOne(), new End.Done(Bytes.ofText("r"), false))).isTrue();
        assertThat(find("a")).isEmpty();
        assertThat(eventsOf("a")).isEmpty();
        assertThat(claimIds(10)).isEmpty();
    }

    @Test
    void aTaskThatHasOtherTracesIsLogged_soThatTheyArePurgedTogether() {
        enqueue(keyed("keyed", QUEUE, "k"));
        assertThat(finish(claimOne(), new End.Done(null, false))).isTrue();
        enqueue(task("retried"));
        assertThat(finish(claimOne(), new End.Retry(Duration.ZERO, "once more")))
                .isTrue();
        Claimed again = claimOne();
        assertThat(finish(again, new End.Done(null, false))).isTrue();
        assertThat(finish(again, new End.Done(null, false))).as("repeated").isTrue();

        assertThat(stateOf("keyed")).isEqualTo(TaskState.DONE);
        assertThat(eventsOf("retried")).containsExactly(LogEntry.Event.RETRIED, LogEntry.Event.DONE);
        assertThat(store().purge(Duration.ZERO, Duration.ZERO, 10)).isEqualTo(2);
        enqueue(keyed("keyed-2", QUEUE, "k"));
    }

    @Test
    void aFinishThatIsRepeatedRecognisesItself_andAnotherIsRefused() {
        List<End> ends = List.of(
                new End.Done(Bytes.ofText("r")),
                new End.Retry(LONG, "busy"),
                new End.Dead("reason", "signature"),
                new End.Rejected("no"),
                new End.Released());
        for (End end : ends) {
            String id = end.getClass().getSimpleName();
            enqueue(task(id));
            Claimed claimed = claimOne();
            assertThat(finish(claimed, end)).as("first %s", id).isTrue();
            List<Event> events = eventsOf(id);

            assertThat(finish(claimed, end)).as("repeated %s", id).isTrue();
            End other = end instanceof End.Rejected ? done() : new End.Rejected("other");
            assertThat(finish(claimed, other)).as("another end than %s", id).isFalse();
            assertThat(eventsOf(id)).isEqualTo(events);
            store().cancel(List.of(id), By.person("tester", "out of the way"));
        }
    }

    @Test
    void whatIsRetriedComesAfterItsDelay_andIsCounted() {
        enqueue(task("a"), task("b"));
        List<Claimed> claimed = claim(2, LONG);
        store().finish(List.of(
                new TaskFinish("a", claimed.get(0).fence(), new End.Retry(SHORT, "busy \u0000 again")),
                new TaskFinish("b", claimed.get(1).fence(), new End.Retry(LONG, "busy"))));

        Claimed again = awaitClaim(10).get(0);

        assertThat(again.task().id()).isEqualTo("a");
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(store().log("a", 0, 10)).singleElement().satisfies(entry -> {
            assertThat(entry.event()).isEqualTo(Event.RETRIED);
            assertThat(entry.words()).isEqualTo("busy \uFFFD again");
            assertThat(entry.who()).isEqualTo(OWNER);
        });
    }

    @Test
    void whatIsReleasedIsThereAtOnce_andWasNotCounted() {
        enqueue(task("a"));
        Claimed first = claimOne();
        assertThat(finish(first, new End.Released())).isTrue();

        Claimed second = claimOne();

        assertThat(second.attempt()).isEqualTo(1);
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertThat(eventsOf("a")).isEmpty();
    }

    @Test
    void aFinalNoIsAnEnd_withItsReason() {
        enqueue(task("a"));
        finish(claimOne(), new End.Rejected("no such customer"));

        TaskStatus status = find("a").orElseThrow();
        assertThat(status.state()).isEqualTo(TaskState.REJECTED);
        assertThat(status.reason()).isEqualTo("no such customer");
        assertThat(store().deadLetters().read(List.of("a")).get(0)).isEmpty();
    }

    @Test
    void aBatchOfFinishesIsAnsweredInOrder_andTheLostOnesChangeNothing() {
        int size = 256;
        store().enqueue(IntStream.range(0, size)
                .mapToObj(i -> new NewTask(task("t" + i), Duration.ZERO))
                .toList());
        List<Claimed> claimed = claim(size, LONG);
        assertThat(claimed).hasSize(size);
        List<TaskFinish> finishes = IntStream.range(0, size)
                .mapToObj(i -> new TaskFinish(
                        claimed.get(i).task().id(),
                        i % 3 == 0 ? claimed.get(i).fence() + 1 : claimed.get(i).fence(),
                        new End.Done(Bytes.ofText("r" + i))))
                .toList();

        List<Boolean> answers = store().finish(finishes);

        assertThat(answers).hasSize(size);
        for (int i = 0; i < size; i++) {
            TaskState expected = i % 3 == 0 ? TaskState.RUNNING : TaskState.DONE;
            assertThat(answers.get(i)).isEqualTo(i % 3 != 0);
            assertThat(stateOf(claimed.get(i).task().id())).isEqualTo(expected);
        }
        assertThat(store().finish(List.of())).isEmpty();
        assertThat(store().enqueue(List.of())).isEmpty();
        assertThat(store().extend(List.of())).isEmpty();
        assertThat(store().find(List.of())).isEmpty();
    }

    @Test
    void whatIsCancelledIsGone_andItsOwnerIsTold() {
        enqueue(task("running"));
        Claimed claimed = claimOne();
        enqueue(task("waiting"));

        assertThat(store().cancel(List.of("waiting", "never", "running"), By.person("ann", "not needed")))
                .containsExactly(true, false, true);

        assertThat(extend(claimed, LONG)).isFalse();
        assertThat(finish(claimed, done())).isFalse();
        assertThat(claim(10, LONG)).isEmpty();
        TaskStatus status = find("waiting").orElseThrow();
        assertThat(status.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(status.reason()).isEqualTo("not needed");
        assertThat(store().cancel(List.of("waiting"), By.person("ann", "again")))
                .containsExactly(false);
        assertThat(eventsOf("running")).containsExactly(Event.CANCELLED);
    }

    @Test
    void nobodyKnowsWhatNeverWas() {
        enqueue(task("a"));

        assertThat(store().find(List.of("never", "a"))).satisfies(found -> {
            assertThat(found.get(0)).isEmpty();
            assertThat(found.get(1).orElseThrow().state()).isEqualTo(TaskState.WAITING);
        });
        assertThat(store().log("never", 0, 10)).isEmpty();
    }

    @Test
    void theLogIsReadPageByPage_inOrder() {
        enqueue(task("a"));
        for (int i = 1; i <= 5; i++) {
            finish(claimOne(), new End.Retry(Duration.ZERO, "error " + i));
        }

        List<LogEntry> first = store().log("a", 0, 3);
        List<LogEntry> second = store().log("a", first.get(2).fence(), 3);

        assertThat(first).extracting(LogEntry::words).containsExactly("error 1", "error 2", "error 3");
        assertThat(second).extracting(LogEntry::words).containsExactly("error 4", "error 5");
        assertThat(second).extracting(LogEntry::attempt).containsExactly(4, 5);
    }

    @Test
    void aPurgeForgetsWhatEndedLongAgo_inSmallBites_andNothingElse() {
        enqueue(task("cancelled"));
        store().cancel(List.of("cancelled"), By.person("ann", "not needed"));
        enqueue(task("done"), task("no"));
        claim(2, LONG)
                .forEach(claimed ->
                        finish(claimed, claimed.task().id().equals("done") ? done() : new End.Rejected("no")));
        kill(task("dead"), "x");
        enqueue(task("retried"));
        finish(claimOne(), new End.Retry(LONG, "x"));

        assertThat(store().purge(LONG, LONG, 10)).as("nothing is old enough").isZero();
        assertThat(store().purge(Duration.ZERO, Duration.ZERO, 2)).isEqualTo(2);
        assertThat(store().purge(Duration.ZERO, Duration.ZERO, 2)).isEqualTo(1);
        assertThat(store().purge(Duration.ZERO, Duration.ZERO, 2)).isZero();

        assertThat(find("done")).isEmpty();
        assertThat(store().log("done", 0, 10)).isEmpty();
        assertThat(stateOf("dead")).isEqualTo(TaskState.DEAD);
        assertThat(eventsOf("dead")).containsExactly(Event.DIED);
        assertThat(stateOf("retried")).isEqualTo(TaskState.WAITING);
        assertThat(eventsOf("retried")).containsExactly(Event.RETRIED);
    }

    @Test
    void aTaskIsFoundByItsDedupKey_untilItIsPurged() {
        enqueue(keyed("a", QUEUE, "order-7"));
        assertThat(store().findByKey(QUEUE, "order-7")).contains("a");
        assertThat(store().findByKey(QUEUE, "Order-7")).isEmpty();
        assertThat(store().findByKey("other", "order-7")).isEmpty();

        finish(claimOne(), new End.Done(null));
        assertThat(store().findByKey(QUEUE, "order-7")).contains("a");

        store().purge(Duration.ZERO, Duration.ZERO, 100);
        assertThat(store().findByKey(QUEUE, "order-7")).isEmpty();
    }

    @Test
    void aListenerHearsOfEndsHere_andOfNothingElse() {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        TaskStore.Subscription subscription = store().onEnd(ended -> heard.add(ended.id()));
        enqueue(task("a"), task("b"), task("c"), task("d"));
        finish(claimOne(), new End.Done(null));
        finish(claimOne(), new End.Rejected("no"));
        finish(claimOne(), new End.Dead("no", "no"));
        finish(claimOne(), new End.Released());
        assertThat(heard).hasSize(3);
        store().cancel(List.of("a", "b", "c", "d"), By.person("ann", "not needed"));

        assertThat(heard).containsExactlyInAnyOrder("a", "b", "c", "d");
        subscription.close();
        heard.clear();
        enqueue(task("e"));
        finish(claimOne(), new End.Done(null));
        assertThat(heard).isEmpty();
    }

    @Test
    void theStatusThatAListenerHears_isTheOneThatIsFound() {
        List<TaskStore.Ended> heard = Collections.synchronizedList(new ArrayList<>());
        try (TaskStore.Subscription subscription = store().onEnd(heard::add)) {
            assertThat(subscription).isNotNull();
            Map<String, End> ends = Map.of(
                    "a", new End.Done(Bytes.of(new byte[] {0, 1, 2})),
                    "b", new End.Rejected("no\0"),
                    "c", new End.Dead("no", "no"),
                    "d", new End.Done(null),
                    "e", new End.Done(null, false));
            enqueue(task("a"));
            finish(claimOne(), new End.Retry(Duration.ZERO, "not yet"));
            enqueue(task("b"), task("c"), inLane("d", "lane", OnPoison.SKIP), task("e"));
            List<TaskFinish> finishes = claim(5, LONG).stream()
                    .map(claimed -> new TaskFinish(
                            claimed.task().id(),
                            claimed.fence(),
                            Objects.requireNonNull(ends.get(claimed.task().id()))))
                    .toList();
            assertThat(store().finish(finishes)).hasSize(5).containsOnly(true);
        }
        assertThat(heard).extracting(TaskStore.Ended::id).containsExactlyInAnyOrder("a", "b", "c", "d", "e");
        for (TaskStore.Ended ended : heard) {
            if (ended.status() != null) {
                assertThat(find(ended.id())).contains(ended.status());
            }
        }
    }

    @Test
    void aListenerHearsOfNewWork_andOfNothingAfterClosing() {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        TaskStore.Subscription subscription = store().onWork(heard::add);
        enqueue(task("a"));
        Together.await("the listener was called", () -> heard.contains(QUEUE));

        subscription.close();
        heard.clear();
        enqueue(task("b"));

        assertThat(heard).isEmpty();
    }
}
