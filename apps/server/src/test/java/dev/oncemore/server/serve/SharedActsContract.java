package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.jdbc.Database;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.operations.audit.ActKey;
import dev.oncemore.operations.audit.EnqueueAct;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import dev.oncemore.testkit.server.CuttingDataSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Acts that enqueue at the same time share statements and a commit, on each database. Still each of them is done with its line and
 * its outcome, once, or not at all; and none fails because of another.
 */
abstract class SharedActsContract {
    private static final int TOGETHER = 16;
    private static final int CUT_TOGETHER = 4;
    private static final String OPERATION = "enqueue";
    /** More than a batch has. */
    private static final int STATEMENTS_MAX = 60;

    private final AtomicReference<CuttingDataSource> cutting = new AtomicReference<>();
    private final Gate gate = new Gate();
    private Server server;
    private Tasks tasks;

    /** A store without anything in it. */
    abstract StoreUrl store(Path folder) throws Exception;

    abstract Map<String, String> environment();

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        server = Server.startQuiet(
                new ServerSettings("127.0.0.1", 0, store(folder), DeskClient.TOKEN, false),
                environment(),
                connections -> {
                    cutting.set(CuttingDataSource.of(connections));
                    return gate.before(cutting.get());
                });
        tasks = Tasks.on(server.backend().tasks());
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private Outcome<String> enqueue(String key, String kind, String why) {
        EnqueueAct<String> act = EnqueueAct.of(tasks.prepare(kind, "x", TaskOptions.standard()), "ann", why);
        Key full = Scope.of("acme", OPERATION).key(key);
        return server.acts()
                .run(new ActKey<>(full, Payload.bytes(kind.getBytes(StandardCharsets.US_ASCII)), Codec.text()), act);
    }

    private FutureTask<Outcome<String>> started(Callable<Outcome<String>> act, List<Thread> threads) {
        FutureTask<Outcome<String>> result = new FutureTask<>(act);
        Thread thread = new Thread(result, "act");
        threads.add(thread);
        thread.start();
        return result;
    }

    /** Runs these while a batch before them is held up, so that they are the next batch. */
    private List<FutureTask<Outcome<String>>> together(List<Callable<Outcome<String>>> acts) throws Exception {
        List<Thread> threads = new ArrayList<>();
        gate.close();
        FutureTask<Outcome<String>> first = started(() -> enqueue("first", "first", "first"), threads);
        gate.awaitVisitor();
        List<FutureTask<Outcome<String>>> results = new ArrayList<>();
        for (Callable<Outcome<String>> act : acts) {
            results.add(started(act, threads));
        }
        for (Thread thread : threads.subList(1, threads.size())) {
            while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        gate.open();
        for (Thread thread : threads) {
            thread.join();
        }
        first.get();
        return results;
    }

    private List<Callable<Outcome<String>>> several(int count) {
        List<Callable<Outcome<String>>> acts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "act-" + i;
            acts.add(() -> enqueue(name, name, name));
        }
        return acts;
    }

    private Database database() {
        return server.backend().database();
    }

    private List<String> tasksStored() {
        return database()
                .query("SELECT kind, id FROM oncemore_task", row -> row.getString(1) + ", " + row.getString(2));
    }

    private void requireOnce(String kind, String id) {
        assertThat(tasksStored()).filteredOn(row -> row.startsWith(kind + ", ")).containsExactly(kind + ", " + id);
        assertThat(database()
                        .query(
                                "SELECT subject FROM oncemore_audit WHERE action = 'task enqueued' AND subject LIKE ?",
                                row -> row.getString(1),
                                kind + " in %"))
                .as("the lines of " + kind)
                .containsExactly(kind + " in default, " + id);
        assertThat(database()
                        .query("SELECT state FROM oncemore_record WHERE key_value = ?", row -> row.getString(1), kind))
                .as("the outcome of " + kind)
                .containsExactly("SUCCEEDED");
    }

    private void requireAllOnce(List<FutureTask<Outcome<String>>> results) throws Exception {
        for (int i = 0; i < results.size(); i++) {
            requireOnce("act-" + i, results.get(i).get().require());
        }
        assertThat(tasksStored()).as("with the first one").hasSize(results.size() + 1);
    }

    @Test
    void actsThatWaitTogetherShareStatementsAndACommit() throws Exception {
        enqueue("warm", "warm", "warm");
        long commits = commits();
        enqueue("alone", "alone", "alone");
        long ofOne = commits() - commits;
        database().update("DELETE FROM oncemore_task");
        commits = commits();

        List<FutureTask<Outcome<String>>> results = together(several(TOGETHER));

        assertThat(commits() - commits)
                .as("commits, or statements where a commit is one")
                .isLessThan(ofOne * TOGETHER * 3 / 4);
        requireAllOnce(results);
        for (FutureTask<Outcome<String>> result : results) {
            assertThat(result.get().isReplay()).isFalse();
        }
    }

    /** SQLite commits by a statement, and has three for each act anyway. */
    abstract long commits();

    final CuttingDataSource connections() {
        return cutting.get();
    }

    @Test
    void oneThatCannotBeDoneFailsNoOther() throws Exception {
        database().update("CREATE UNIQUE INDEX one_why ON oncemore_audit (why)");
        enqueue("taken", "taken", "the same reason");
        database().update("DELETE FROM oncemore_task");
        List<Callable<Outcome<String>>> acts = several(TOGETHER);
        acts.add(() -> enqueue("refused", "refused", "the same reason"));

        List<FutureTask<Outcome<String>>> results = together(acts);

        FutureTask<Outcome<String>> refused = results.remove(TOGETHER);
        assertThatThrownBy(refused::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(StoreException.class);
        requireAllOnce(results);
        assertThat(database().query("SELECT state FROM oncemore_record WHERE key_value = 'refused'", row -> true))
                .isEmpty();
    }

    @Test
    void oneKeyIsDoneOnce_howeverOftenItIsInABatch_andAnotherRequestUnderItIsRefused() throws Exception {
        Outcome<String> before = enqueue("before", "before", "x");
        database().update("DELETE FROM oncemore_task");
        List<Callable<Outcome<String>>> acts = several(TOGETHER);
        acts.add(() -> enqueue("before", "before", "x"));
        acts.add(() -> enqueue("before", "other", "x"));
        acts.add(() -> enqueue("act-0", "act-0", "act-0"));

        List<FutureTask<Outcome<String>>> results = together(acts);

        assertThat(results.get(TOGETHER).get()).isEqualTo(new Outcome.Done<>(before.require(), true));
        assertThat(results.get(TOGETHER + 1).get()).isInstanceOf(Outcome.Mismatch.class);
        List<Outcome<String>> twice =
                List.of(results.get(0).get(), results.get(TOGETHER + 2).get());
        assertThat(twice).extracting(Outcome::isReplay).containsExactlyInAnyOrder(true, false);
        assertThat(twice.get(0).require()).isEqualTo(twice.get(1).require());
        requireAllOnce(results.subList(0, TOGETHER));
    }

    @Test
    void aCutBetweenAnyTwoStatementsOfABatch_leavesNoActUndoneOrDoneTwice() throws Exception {
        cutEverywhere("before", nth -> connections().cutBefore(nth));
        cutEverywhere("after", nth -> connections().cutAfter(nth));
    }

    @Test
    void aCutAtTheCommitOfABatch_leavesNoActUndoneOrDoneTwice() throws Exception {
        for (int nth = 1; nth <= 2; nth++) {
            int commit = nth;
            cut("before commit " + nth, () -> connections().cutBeforeCommit(commit));
            cut("after commit " + nth, () -> connections().cutAfterCommit(commit));
        }
    }

    private void cutEverywhere(String moment, LongConsumer plan) throws Exception {
        for (long n = 1; n < STATEMENTS_MAX; n++) {
            long nth = n;
            if (!cut(moment + " statement " + n, () -> plan.accept(nth))) {
                return;
            }
        }
    }

    private double enqueuesCounted() throws Exception {
        String metrics = new Visitor(server.address())
                .api("GET", "/metrics", DeskClient.TOKEN, "")
                .body();
        return metrics.lines()
                .filter(line -> line.startsWith("task_enqueued_total"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private boolean cut(String when, Runnable plan) throws Exception {
        for (String table : List.of("task", "audit", "record")) {
            database().update("DELETE FROM oncemore_" + table);
        }
        double counted = enqueuesCounted();
        plan.run();
        List<FutureTask<Outcome<String>>> results = together(several(CUT_TOGETHER));
        boolean isCut = connections().hasCut();
        connections().cancelCut();
        try {
            requireAllOnce(results);
            // None of a transaction that is committed without an answer: the repetition finds it done.
            assertThat(enqueuesCounted() - counted).as("tasks in the meters").isLessThanOrEqualTo(results.size() + 1.0);
        } catch (AssertionError | ExecutionException e) {
            throw new AssertionError("cut " + when, e);
        }
        return isCut;
    }
}
