package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.task.store.TaskStore.Enqueued;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Conformance of a {@link JoiningTaskStore} inside the user's transactions.
 *
 * @param <C> the transaction's handle
 */
public abstract class JoiningTaskStoreConformance<C> extends TaskStoreKit {
    private static final int ATTEMPTS_MAX = 50;

    /** For inheritors. */
    protected JoiningTaskStoreConformance() {}

    /** An empty store. */
    @Override
    protected abstract JoiningTaskStore<C> openStore() throws Exception;

    /** A new transaction, at the database's default isolation. */
    protected abstract C begin() throws Exception;

    /** Commits and closes. */
    protected abstract void commit(C transaction) throws Exception;

    /** Rolls back and closes. */
    protected abstract void rollback(C transaction) throws Exception;

    @SuppressWarnings("unchecked") // openStore returned it
    private TaskStore within(C transaction) {
        return ((JoiningTaskStore<C>) store()).join(transaction);
    }

    private Enqueued enqueueWithin(C transaction, Task task) {
        return within(transaction)
                .enqueue(List.of(new NewTask(task, Duration.ZERO)))
                .get(0);
    }

    @Test
    void aTaskComesToBeWhenItsTransactionCommits() throws Exception {
        C transaction = begin();
        assertThat(enqueueWithin(transaction, task("a"))).isEqualTo(new Enqueued("a", true));
        assertThat(find("a")).as("not before the commit").isEmpty();

        commit(transaction);

        assertThat(stateOf("a")).isEqualTo(TaskState.WAITING);
        assertThat(claimIds(10)).containsExactly("a");
    }

    @Test
    void aListComesToBeOrGoesAsOneWithItsTransaction() throws Exception {
        List<NewTask> list = List.of(
                new NewTask(inLane("a", "x", OnPoison.SKIP), Duration.ZERO),
                new NewTask(keyed("b", QUEUE, "order-1"), Duration.ZERO),
                new NewTask(keyed("c", QUEUE, "order-1"), Duration.ZERO));
        C undone = begin();
        within(undone).enqueue(list);
        rollback(undone);
        assertThat(claimIds(10)).isEmpty();

        C transaction = begin();
        assertThat(within(transaction).enqueue(list))
                .containsExactly(new Enqueued("a", true), new Enqueued("b", true), new Enqueued("b", false));
        commit(transaction);

        assertThat(claimIds(10)).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aRollbackLeavesNoTaskAndNoWakeUp() throws Exception {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        try (TaskStore.Subscription listening = store().onWork(heard::add)) {
            assertThat(listening).isNotNull();
            C transaction = begin();
            enqueueWithin(transaction, keyed("a", QUEUE, "order-1"));
            enqueueWithin(transaction, inLane("b", "x", OnPoison.SKIP));
            rollback(transaction);
        }

        assertThat(heard).isEmpty();
        assertThat(store().find(List.of("a", "b")))
                .allSatisfy(found -> assertThat(found).isEmpty());
        assertThat(claimIds(10)).isEmpty();
        assertThat(enqueue(keyed("c", QUEUE, "order-1"), Duration.ZERO)).isEqualTo(new Enqueued("c", true));
    }

    @Test
    void aTransactionSeesItsOwnTasks_andADedupKeyDoesNotSpoilIt() throws Exception {
        enqueue(keyed("a", QUEUE, "order-1"));
        C transaction = begin();

        assertThat(enqueueWithin(transaction, keyed("b", QUEUE, "order-1"))).isEqualTo(new Enqueued("a", false));
        assertThat(enqueueWithin(transaction, keyed("c", QUEUE, "order-2"))).isEqualTo(new Enqueued("c", true));
        assertThat(enqueueWithin(transaction, keyed("d", QUEUE, "order-2"))).isEqualTo(new Enqueued("c", false));
        assertThat(within(transaction).find(List.of("c")).get(0)).isPresent();
        commit(transaction);

        assertThat(claimIds(10)).containsExactly("a", "c");
    }

    @Test
    void aFinishInATransactionHappensWithIt_orNotAtAll() throws Exception {
        enqueue(task("a"));
        Claimed claimed = claimOne();
        TaskFinish finish = new TaskFinish("a", claimed.fence(), done());

        C first = begin();
        assertThat(within(first).finish(List.of(finish))).containsExactly(true);
        rollback(first);
        assertThat(stateOf("a")).isEqualTo(TaskState.RUNNING);

        C second = begin();
        assertThat(within(second).finish(List.of(finish))).containsExactly(true);
        enqueueWithin(second, task("next"));
        commit(second);
        assertThat(stateOf("a")).isEqualTo(TaskState.DONE);
        assertThat(claimIds(10)).containsExactly("next");
    }

    /**
     * A second transaction of the lane waits for the first, so its task comes second. A store that does not make it wait
     * lets it commit first here, and its task still comes second.
     */
    @Test
    void theOrderOfALaneIsTheOrderOfCommits() throws Exception {
        C first = begin();
        enqueueWithin(first, inLane("first", "x", OnPoison.SKIP));
        CountDownLatch committed = new CountDownLatch(1);
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> {
            retried(transaction -> enqueueWithin(transaction, inLane("second", "x", OnPoison.SKIP)));
            committed.countDown();
        });

        boolean overtook = committed.await(200, TimeUnit.MILLISECONDS);
        commit(first);
        second.get(30, TimeUnit.SECONDS);

        assertThat(overtook).as("the second committed before the first").isFalse();
        assertThat(claimIds(10)).containsExactly("first", "second");
    }

    @Test
    void twoLanesLockedInOppositeOrdersEndWithBothDone() {
        Together.run(8, i -> () -> {
            String own = i % 2 == 0 ? "x" : "y";
            String other = i % 2 == 0 ? "y" : "x";
            return retried(transaction -> {
                enqueueWithin(transaction, inLane("a" + i, own, OnPoison.SKIP));
                return enqueueWithin(transaction, inLane("b" + i, other, OnPoison.SKIP));
            });
        });

        assertThat(claimIds(100)).hasSize(16).doesNotHaveDuplicates();
    }

    /** Retries the whole transaction after a conflict, as a user's code would. */
    private Enqueued retried(Function<C, Enqueued> work) {
        for (int attempt = 1; ; attempt++) {
            C transaction = null;
            try {
                transaction = begin();
                Enqueued answer = work.apply(transaction);
                commit(transaction);
                return answer;
            } catch (Exception e) {
                rollbackQuietly(transaction, e);
                if (attempt == ATTEMPTS_MAX) {
                    throw new AssertionError("the transaction never got through", e);
                }
            }
        }
    }

    private void rollbackQuietly(@Nullable C transaction, Exception cause) {
        if (transaction != null) {
            try {
                rollback(transaction);
            } catch (Exception e) {
                cause.addSuppressed(e);
            }
        }
    }
}
