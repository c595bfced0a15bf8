package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that no store would write: changed by hand, restored from a backup, or broken. They stop nobody and are seen. */
abstract class PoisonRows {
    private String prefix;
    private JoiningTaskStore<Connection> store;

    abstract TaskDatabase database();

    @BeforeEach
    void open() {
        prefix = database().newTables();
        store = TaskDatabase.store(database().pool, prefix);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database().pool.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql.replace("${prefix}", prefix)))
                    .as(sql)
                    .isEqualTo(1);
        }
    }

    private List<DeadLetter> letters() {
        return store.deadLetters().page(Filter.all(), Order.OLDEST_FIRST, null, 100);
    }

    private List<String> claimAll() {
        List<String> ids = new ArrayList<>();
        for (List<Claimed> some = Tasks.claim(store, 10); !some.isEmpty(); some = Tasks.claim(store, 10)) {
            ids.addAll(Tasks.ids(some));
        }
        return ids;
    }

    @Test
    void aLiveTaskThatCannotBeReadIsADeadLetter_andTheOthersAreGiven() throws Exception {
        List<String> damages = List.of(
                "headers = 'no headers'",
                "headers = '5:ab'",
                "headers = '999999999999:a'",
                "headers = '-1:a1:b'",
                "headers = '0:0:'",
                "kind = ''",
                "max_attempts = -7",
                "priority = 2000000",
                "priority = -2000000",
                "dedup_key = ''",
                "lane_key = 'x', on_poison = 'MAYBE'");
        for (int i = 0; i < damages.size(); i++) {
            String bad = "bad" + i;
            store.enqueue(List.of(Tasks.task(bad), Tasks.task("good" + i), Tasks.inLane("lane" + i, "x")));
            execute("update ${prefix}task set " + damages.get(i) + " where id = '" + bad + "'");

            assertThat(claimAll()).as(damages.get(i)).containsExactlyInAnyOrder("good" + i, "lane" + i);
            store.cancel(List.of("lane" + i), By.person("tester", "out of the way"));

            assertThat(Tasks.stateOf(store, bad)).isEqualTo(TaskState.DEAD);
            DeadLetter letter = store.deadLetters().read(List.of(bad)).get(0).orElseThrow();
            assertThat(letter.signature()).isEqualTo(DamagedRow.SIGNATURE);
            assertThat(letter.reason()).contains("damaged");
            assertThat(letter.task().payload()).isEqualTo(Tasks.task(bad).task().payload());
        }
        assertThat(letters()).hasSize(damages.size());
    }

    @Test
    void aLetterOfADamagedRowCanBeDiscardedRestoredAndRedriven() throws Exception {
        store.enqueue(List.of(Tasks.task("bad")));
        execute("update ${prefix}task set headers = 'no headers' where id = 'bad'");
        assertThat(claimAll()).isEmpty();
        DeadLetters letters = store.deadLetters();

        assertThat(letters.discard(List.of("bad"), By.person("ann", "not needed")))
                .containsExactly(true);
        assertThat(letters.restore(List.of("bad"), By.person("ann", "needed after all")))
                .containsExactly(true);
        assertThat(letters.redrive(List.of("bad"), By.person("ann", "tried"))).containsExactly(true);
        assertThat(claimAll()).as("it is as damaged as before").isEmpty();
        assertThat(letters())
                .singleElement()
                .satisfies(letter -> assertThat(letter.redrives()).isEqualTo(1));

        execute("update ${prefix}dead set headers = '' where id = 'bad'");
        assertThat(letters.redrive(List.of("bad"), By.person("ann", "headers put right")))
                .containsExactly(true);
        assertThat(claimAll()).containsExactly("bad");
    }

    @Test
    void absurdNumbersStopNobody_andTheirTasksAreGivenAllTheSame() throws Exception {
        List<String> numbers = List.of(
                "attempts = 2147483647",
                "attempts = -5",
                "visible_at = -9000000000000000000",
                "enqueued_at = 9000000000000000000",
                "redrives = -1",
                "fence = 9000000000000000000");
        for (int i = 0; i < numbers.size(); i++) {
            store.enqueue(List.of(Tasks.task("odd" + i), Tasks.task("good" + i)));
            execute("update ${prefix}task set " + numbers.get(i) + " where id = 'odd" + i + "'");
        }
        int all = 2 * numbers.size();

        List<Claimed> claimed = Tasks.claim(store, 100);
        assertThat(claimed).hasSize(all);
        assertThat(store.finish(claimed.stream()
                        .map(one -> Tasks.finish(one, new End.Retry(Duration.ZERO, "again")))
                        .toList()))
                .containsOnly(true);
        List<Claimed> again = Tasks.claim(store, 100);
        assertThat(again).hasSize(all);
        assertThat(store.finish(again.stream()
                        .map(one -> Tasks.finish(one, Tasks.done()))
                        .toList()))
                .containsOnly(true);
    }

    @Test
    void aFenceThatWasUsedBeforeStopsNoClaim_andItsTaskIsADeadLetterInDoubt() throws Exception {
        store.enqueue(List.of(Tasks.task("bad"), Tasks.inLane("x1", "x")));
        Claimed abandoned = Tasks.claim(store, 1, Duration.ofMillis(1)).get(0);
        assertThat(abandoned.task().id()).isEqualTo("bad");
        execute("insert into ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who)"
                + " values ('bad', 1, 'mail', 'welcome', 'RETRIED', 1, 1, 'ann')");
        execute("insert into ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who)"
                + " values ('bad', 7, 'mail', 'welcome', 'RETRIED', 1, 1, 'ann')");
        Together.await("the lease is over", () -> Tasks.stateOf(store, "bad") == TaskState.WAITING);
        store.enqueue(List.of(Tasks.task("good")));

        assertThat(claimAll()).containsExactlyInAnyOrder("x1", "good");

        assertThat(letters()).singleElement().satisfies(letter -> {
            assertThat(letter.task().id()).isEqualTo("bad");
            assertThat(letter.fence()).isEqualTo(8);
            assertThat(letter.inDoubt()).isTrue();
            assertThat(letter.reason()).contains("fence");
        });
        assertThat(store.log("bad", 7, 10)).hasSize(1);
    }

    @Test
    void aDeadLetterThatCannotBeReadIsListedWithTheOthers() throws Exception {
        for (String id : List.of("a", "bad", "c")) {
            store.enqueue(List.of(Tasks.inLane(id, id)));
            store.finish(List.of(Tasks.finish(Tasks.claim(store, 1).get(0), new End.Dead("no", "x"))));
        }
        execute("update ${prefix}dead set headers = 'no headers', on_poison = 'MAYBE', priority = 5000000"
                + " where id = 'bad'");

        assertThat(letters()).extracting(letter -> letter.task().id()).containsExactlyInAnyOrder("a", "bad", "c");
        assertThat(store.deadLetters().count(Filter.all())).isEqualTo(3);
        assertThat(store.deadLetters().discard(List.of("a", "bad", "c"), By.person("ann", "not needed")))
                .containsOnly(true);
        assertThat(letters()).isEmpty();
    }

    @Test
    void aLineOfTheLogThatCannotBeReadIsLeftOut_andTheOthersAreThere() throws Exception {
        store.enqueue(List.of(Tasks.task("bad"), Tasks.task("good")));
        store.finish(Tasks.claim(store, 10).stream()
                .map(one -> Tasks.finish(one, Tasks.done()))
                .toList());
        execute("update ${prefix}task_log set event = 'MAYBE' where task_id = 'bad'");

        assertThat(store.find(List.of("bad", "good")).get(1)).isPresent();
        assertThat(store.log("bad", 0, 10)).isEmpty();
        assertThat(store.log("good", 0, 10)).hasSize(1);
        assertThat(TaskDatabase.queries(database().pool, prefix)
                        .ends(Instant.EPOCH, store.now().plusSeconds(60)))
                .singleElement()
                .satisfies(ends -> assertThat(ends.tasks()).isEqualTo(1));
        store.enqueue(List.of(Tasks.task("bad"), Tasks.task("next")));
        assertThat(claimAll()).as("what the log knows is not done again").containsExactly("next");
    }

    @Test
    void aDedupKeyOfNothingStopsNobody() throws Exception {
        NewTask first = Tasks.task("a", null, "order-1");
        store.enqueue(List.of(first));
        execute("update ${prefix}task_key set task_id = 'nowhere' where dedup_key = 'order-1'");

        assertThat(store.enqueue(List.of(Tasks.task("b", null, "order-1"), Tasks.task("c"))))
                .containsExactly(new TaskStore.Enqueued("nowhere", false), new TaskStore.Enqueued("c", true));
        assertThat(claimAll()).containsExactlyInAnyOrder("a", "c");
    }
}
