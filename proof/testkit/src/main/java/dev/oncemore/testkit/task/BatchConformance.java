package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.Codec;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.batch.Batch;
import dev.oncemore.task.batch.BatchOptions;
import dev.oncemore.task.batch.BatchProgress;
import dev.oncemore.task.batch.BatchRun;
import dev.oncemore.task.batch.BatchTransactions;
import dev.oncemore.task.batch.Chunk;
import dev.oncemore.task.batch.ChunkHandler;
import dev.oncemore.task.batch.Item;
import dev.oncemore.task.batch.Source;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.TaskState;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Conformance of {@link Batch} on every store that can join transactions. Effects are tasks enqueued in the transaction, so
 * that this kit needs no tables of its own.
 *
 * @param <C> the transaction's handle
 */
public abstract class BatchConformance<C> extends TaskStoreKit {
    private static final String EFFECTS = "effects";
    private static final RetryPolicy AT_ONCE = RetryPolicy.named("at-once")
            .maxAttempts(3)
            .backoff(Backoff.none())
            .classifier(Classifier.standard().rejectedOn(UnsupportedOperationException.class))
            .build();

    private final List<String> calls = new ArrayList<>();
    /** What happens between the claim of a chunk and its transaction. */
    private Runnable beforeTransaction = () -> {};

    /** For inheritors. */
    protected BatchConformance() {}

    /** An empty store. */
    @Override
    protected abstract JoiningTaskStore<C> openStore() throws Exception;

    /** Transactions on the database of that store. */
    protected abstract BatchTransactions<C> transactions();

    @SuppressWarnings("unchecked") // openStore returned it
    private JoiningTaskStore<C> joining() {
        return (JoiningTaskStore<C>) store();
    }

    private TransactionalTasks<C> tasks() {
        return Tasks.on(joining(), TaskSettings.standard().policy(AT_ONCE).owner("tester"));
    }

    private void inTransaction(BatchTransactions.Work<C> work) throws Exception {
        beforeTransaction.run();
        transactions().run(work);
    }

    /** A batch that enqueues a task for each item in its transaction; the hook runs after that, and may throw. */
    private Batch<String> batch(TransactionalTasks<C> tasks, List<String> items, ChunkHandler<String> hook) {
        return Batch.within(
                tasks,
                this::inTransaction,
                "recalculate",
                Source.of(items, Codec.text()),
                BatchOptions.chunksOf(3),
                (chunk, transaction) -> {
                    calls.add(String.join(
                            "", chunk.items().stream().map(Item::value).toList()));
                    for (Item<String> item : chunk.items()) {
                        joining()
                                .join(transaction)
                                .enqueue(List.of(new NewTask(
                                        keyed(
                                                "effect-" + item.value() + "-" + calls.size(),
                                                EFFECTS,
                                                "call-" + calls.size() + "-" + item.value()),
                                        Duration.ZERO)));
                    }
                    hook.handle(chunk);
                });
    }

    private static List<String> letters(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> String.valueOf((char) ('a' + i)))
                .toList();
    }

    /** The number of committed effects. */
    private long effects() {
        return store().queues().list().stream()
                .filter(status -> status.queue().equals(EFFECTS))
                .mapToLong(status -> status.ready())
                .sum();
    }

    private void runAll(ManualWorker worker) {
        while (worker.runOne(Tasks.DEFAULT_QUEUE)) {
            // Each chunk enqueues the next.
        }
    }

    private List<DeadLetter> deadLetters() {
        return store().deadLetters().page(Filter.all(), Order.OLDEST_FIRST, null, 100);
    }

    @Test
    void aBatchGoesThroughItsSourceChunkByChunk_andTellsHowFarItIs() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        BatchRun run = batch(tasks, letters(8), chunk -> {}).start("2026-01");
        ManualWorker worker = tasks.manualWorker();

        assertThat(run.progress().orElseThrow().state()).isEqualTo(BatchProgress.State.RUNNING);
        assertThat(worker.runOne(Tasks.DEFAULT_QUEUE)).isTrue();
        letTimePass(SHORT);
        assertThat(run.progress().orElseThrow().done()).isEqualTo(3);
        assertThat(run.progress().orElseThrow().total()).isEqualTo(OptionalLong.of(8));
        runAll(worker);

        BatchProgress progress = run.progress().orElseThrow();
        assertThat(progress.state()).isEqualTo(BatchProgress.State.FINISHED);
        assertThat(progress.done()).isEqualTo(8);
        assertThat(progress.remaining()).contains(Duration.ZERO);
        assertThat(calls).containsExactly("abc", "def", "gh");
        assertThat(effects()).isEqualTo(8);
    }

    @Test
    void theSameKeyIsTheSameRun_andAnEmptySourceIsDoneAtOnce() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        Batch<String> batch = batch(tasks, letters(3), chunk -> {});
        batch.start("2026-01");
        runAll(tasks.manualWorker());
        batch.start("2026-01");
        runAll(tasks.manualWorker());
        assertThat(calls).containsExactly("abc");
        assertThat(batch.find("2026-02").progress()).isEmpty();

        TransactionalTasks<C> others = tasks();
        BatchRun empty = batch(others, List.of(), chunk -> {}).start("empty");
        runAll(others.manualWorker());
        assertThat(empty.progress().orElseThrow().state()).isEqualTo(BatchProgress.State.FINISHED);
    }

    @Test
    void aChunkThatFailsBeforeItsCheckpointIsRolledBack_andDoneAgain() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        AtomicBoolean fails = new AtomicBoolean(true);
        BatchRun run = batch(tasks, letters(6), chunk -> {
                    if (chunk.items().get(0).value().equals("d") && fails.getAndSet(false)) {
                        throw new ConnectException("cut");
                    }
                })
                .start("2026-01");

        runAll(tasks.manualWorker());

        assertThat(calls).containsExactly("abc", "def", "def");
        assertThat(effects()).as("those of the first try are rolled back").isEqualTo(6);
        assertThat(run.progress().orElseThrow().done()).isEqualTo(6);
    }

    @Test
    void aNodeThatDiedWithAChunkIsFollowedByAnother_whichGoesOnAtTheCursor() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        batch(tasks, letters(6), chunk -> {}).start("2026-01");
        tasks.manualWorker().runOne(Tasks.DEFAULT_QUEUE);
        claimAndDie();

        TransactionalTasks<C> restarted = tasks();
        Batch<String> again = batch(restarted, letters(6), chunk -> {});
        runAll(restarted.manualWorker());

        assertThat(calls).containsExactly("abc", "def");
        assertThat(again.find("2026-01").progress().orElseThrow().state()).isEqualTo(BatchProgress.State.FINISHED);
    }

    private void claimAndDie() {
        String id = store().claim(
                        new ClaimRequest("dead", SHORT, 1, List.of(new ClaimRequest.Share(Tasks.DEFAULT_QUEUE, 1))))
                .get(0)
                .task()
                .id();
        awaitLeaseOver(id);
    }

    @Test
    void anOwnerThatLostItsChunkCommitsNothing() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        BatchRun run = batch(tasks, letters(2), chunk -> {}).start("2026-01");
        beforeTransaction = () -> store().cancel(List.of(run.id() + "#0"), By.person("ann", "enough"));

        runAll(tasks.manualWorker());

        assertThat(calls).containsExactly("ab");
        assertThat(effects()).isZero();
        assertThat(stateOf(run.id() + "#0")).isEqualTo(TaskState.CANCELLED);
        assertThat(run.progress().orElseThrow().state()).isEqualTo(BatchProgress.State.STOPPED);
    }

    @Test
    void anOwnerThatLostAnItemCommitsNothing_whateverIsSaidOfIt() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        BatchRun run =
                batch(tasks, letters(3), BatchConformance::setAsideAndJudge).start("2026-01");
        tasks.manualWorker().runOne(Tasks.DEFAULT_QUEUE);
        assertThat(effects()).as("those of the chunk").isEqualTo(3);
        List<String> items = List.of(run.id() + "#0:0", run.id() + "#0:1", run.id() + "#0:2");

        beforeTransaction = () -> store().cancel(
                        items.stream()
                                .filter(id -> stateOf(id) == TaskState.RUNNING)
                                .toList(),
                        By.person("ann", "enough"));

        runAll(tasks.manualWorker());

        assertThat(calls).containsExactlyInAnyOrder("abc", "a", "b", "c");
        assertThat(effects()).isEqualTo(3);
        assertThat(items).allSatisfy(id -> assertThat(stateOf(id)).isEqualTo(TaskState.CANCELLED));
    }

    private static void setAsideAndJudge(Chunk<String> chunk) {
        boolean isChunk = chunk.items().size() > 1;
        for (Item<String> item : chunk.items()) {
            if (isChunk || item.value().equals("a")) {
                item.retryLater(Duration.ZERO, "locked");
            } else if (item.value().equals("b")) {
                item.reject("closed");
            } else {
                item.poison("not a number");
            }
        }
    }

    @Test
    void aSourceThatHasChangedIsRefusedOnResume_andARedriveGoesOnWhenItIsBack() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        BatchRun run = batch(tasks, letters(6), chunk -> {}).start("2026-01");
        tasks.manualWorker().runOne(Tasks.DEFAULT_QUEUE);

        TransactionalTasks<C> restarted = tasks();
        batch(restarted, letters(7), chunk -> {});
        runAll(restarted.manualWorker());

        BatchProgress stopped = run.progress().orElseThrow();
        assertThat(stopped.state()).isEqualTo(BatchProgress.State.STOPPED);
        assertThat(stopped.why())
                .startsWith("the source has changed since the batch began")
                .contains("at chunk 1");
        assertThat(stopped.done()).isEqualTo(3);
        assertThat(calls).containsExactly("abc");

        TransactionalTasks<C> repaired = tasks();
        batch(repaired, letters(6), chunk -> {});
        store().deadLetters().redrive(List.of(run.id() + "#1"), By.person("ann", "mended"));
        runAll(repaired.manualWorker());

        assertThat(calls).containsExactly("abc", "def");
        assertThat(run.progress().orElseThrow().state()).isEqualTo(BatchProgress.State.FINISHED);
    }

    @Test
    void itemsAreJudgedOneByOne_andTheBatchGoesOn() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        BatchRun run = batch(tasks, letters(6), BatchConformance::judge).start("2026-01");

        runAll(tasks.manualWorker());

        BatchProgress progress = run.progress().orElseThrow();
        assertThat(progress.state()).isEqualTo(BatchProgress.State.FINISHED);
        assertThat(progress.done()).isEqualTo(3);
        assertThat(progress.rejected()).isEqualTo(1);
        assertThat(progress.setAside()).isEqualTo(2);
        assertThat(calls).containsExactlyInAnyOrder("abc", "def", "d");
        assertThat(deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.task().payload()).isEqualTo(Bytes.ofText("c"));
            assertThat(letter.reason()).isEqualTo("not a number");
        });
        assertThat(stateOf(run.id() + "#1:0")).isEqualTo(TaskState.DONE);

        store().deadLetters().redrive(List.of(run.id() + "#0:2"), By.person("ann", "mended"));
        runAll(tasks.manualWorker());
        assertThat(calls).last().isEqualTo("c");
    }

    private static void judge(Chunk<String> chunk) {
        if (chunk.items().size() == 1) {
            return;
        }
        for (Item<String> item : chunk.items()) {
            switch (item.value()) {
                case "b" -> item.reject("closed");
                case "c" -> item.poison("not a number");
                case "d" -> item.retryLater(Duration.ZERO, "locked");
                default -> {}
            }
        }
    }

    @Test
    void aChunkThatThrowsForGoodIsTakenApart_andOnlyTheCulpritDies() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        BatchRun run = batch(tasks, letters(6), chunk -> {
                    if (chunk.items().stream().anyMatch(item -> item.value().equals("b"))) {
                        throw new IllegalStateException("b is bad");
                    }
                })
                .start("2026-01");

        runAll(tasks.manualWorker());

        assertThat(run.progress().orElseThrow().state()).isEqualTo(BatchProgress.State.FINISHED);
        assertThat(calls).containsExactlyInAnyOrder("abc", "a", "b", "c", "def");
        assertThat(effects()).isEqualTo(5);
        assertThat(deadLetters())
                .singleElement()
                .satisfies(letter -> assertThat(letter.task().payload()).isEqualTo(Bytes.ofText("b")));
    }

    @Test
    void aChunkThatKillsItsProcessIsTakenApart() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        BatchRun run = batch(tasks, letters(2), chunk -> {}).start("2026-01");
        for (int attempt = 1; attempt <= AT_ONCE.maxAttempts(); attempt++) {
            claimAndDie();
        }

        runAll(tasks.manualWorker());

        assertThat(calls).containsExactlyInAnyOrder("a", "b");
        assertThat(run.progress().orElseThrow().setAside()).isEqualTo(2);
    }

    @Test
    void whatMayPassStopsTheBatchInTheEnd_andARedriveGoesOn() throws Exception {
        TransactionalTasks<C> tasks = tasks();
        AtomicBoolean down = new AtomicBoolean(true);
        BatchRun run = batch(tasks, letters(6), chunk -> {
                    if (down.get()) {
                        throw new ConnectException("refused");
                    }
                })
                .start("2026-01");

        runAll(tasks.manualWorker());
        assertThat(calls).containsExactly("abc", "abc", "abc");
        assertThat(run.progress().orElseThrow().state()).isEqualTo(BatchProgress.State.STOPPED);
        assertThat(run.progress().orElseThrow().why()).contains("gave up after 3 attempts", "refused");

        down.set(false);
        store().deadLetters().redrive(List.of(run.id() + "#0"), By.person("ann", "mended"));
        runAll(tasks.manualWorker());
        assertThat(run.progress().orElseThrow().done()).isEqualTo(6);
    }

    @Test
    void onAPlainStoreAnInterruptedChunkIsDoneAgain_withTheSameKeys() throws Exception {
        List<String> keys = new ArrayList<>();
        AtomicBoolean fails = new AtomicBoolean(true);
        Tasks tasks = tasks();
        BatchRun run = Batch.on(tasks, "mail", Source.of(letters(4), Codec.text()), BatchOptions.chunksOf(2), chunk -> {
                    keys.add(chunk.key());
                    chunk.items().forEach(item -> keys.add(item.key()));
                    if (fails.getAndSet(false)) {
                        throw new ConnectException("cut after the effect");
                    }
                })
                .start("x");

        runAll(tasks.manualWorker());

        assertThat(run.progress().orElseThrow().done()).isEqualTo(4);
        assertThat(keys.subList(0, 3))
                .isEqualTo(keys.subList(3, 6))
                .containsExactly("mail/x#0", "mail/x#0:0", "mail/x#0:1");
        assertThat(keys).hasSize(9);
    }
}
