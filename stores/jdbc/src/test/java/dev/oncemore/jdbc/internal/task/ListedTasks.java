package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStatus;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lists for people, on a database. */
abstract class ListedTasks {
    private JoiningTaskStore<Connection> store;
    private TaskQueries lists;

    abstract TaskDatabase database();

    @BeforeEach
    void open() {
        String prefix = database().newTables();
        store = TaskDatabase.store(database().pool, prefix);
        lists = TaskDatabase.queries(database().pool, prefix);
    }

    private void enqueue(String id, int priority, Duration delay) {
        Task task = new Task(id, "mail", "welcome", Bytes.ofText(id), Map.of(), priority, null, null, null);
        store.enqueue(List.of(new NewTask(task, delay)));
    }

    @Test
    void whatComesNext_byPriorityAndTime() {
        assertThat(lists.next("mail", 10)).isEmpty();
        enqueue("later", 0, Duration.ofHours(1));
        enqueue("soon", 0, Duration.ofMinutes(1));
        enqueue("urgent", 5, Duration.ofMinutes(30));
        enqueue("low", -5, Duration.ZERO);

        assertThat(lists.next("mail", 10)).extracting(TaskStatus::id).containsExactly("urgent", "soon", "later", "low");
        assertThat(lists.next("mail", 2)).extracting(TaskStatus::id).containsExactly("urgent", "soon");
        assertThat(lists.next("other", 2)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> lists.next("mail", 0));
    }

    @Test
    void tasksByTheStartOfTheirKeys() {
        Tasks tasks = Tasks.on(store);
        for (String key : List.of("saga:b:2", "saga:a:1", "saga:a:2", "other")) {
            tasks.enqueue("x", key, TaskOptions.standard().queue("default").dedupKey(key));
        }
        assertThat(lists.keyed("default", "saga:a:", null, 10))
                .extracting(TaskQueries.Keyed::key)
                .containsExactly("saga:a:1", "saga:a:2");
        assertThat(lists.keyed("default", "saga:", "saga:a:1", 10))
                .extracting(TaskQueries.Keyed::key)
                .containsExactly("saga:a:2", "saga:b:2");
    }

    @Test
    void howTasksEnded_lineByLine_andInSum() {
        Instant from = store.now();
        Tasks tasks = Tasks.on(store)
                .handle("good", String.class, (text, task) -> Verdict.done(text))
                .handle("bad", String.class, (text, task) -> Verdict.dead("no"))
                .handle("no", String.class, (text, task) -> Verdict.rejected("never"));
        ManualWorker worker = tasks.manualWorker();
        for (int i = 0; i < 5; i++) {
            tasks.enqueue("good", "g" + i);
        }
        tasks.enqueue("bad", "b");
        tasks.enqueue("no", "n");
        worker.runAll();

        List<String> seen = new ArrayList<>();
        List<LogEntry> page = lists.ended("", null, 2);
        while (!page.isEmpty()) {
            page.forEach(line -> seen.add(line.taskId()));
            LogEntry last = page.get(page.size() - 1);
            page = lists.ended("", new TaskQueries.Place(last.at(), last.taskId()), 2);
        }
        assertThat(seen).hasSize(6).doesNotHaveDuplicates();
        assertThat(lists.ended("no", null, 10)).extracting(LogEntry::kind).containsExactly("no");
        assertThat(lists.ended("", null, 10))
                .extracting(LogEntry::at)
                .isSortedAccordingTo((one, other) -> other.compareTo(one));
        assertThat(lists.ends(from, store.now().plusSeconds(1)))
                .containsExactlyInAnyOrder(
                        new TaskQueries.Ends("default", LogEntry.Event.DONE, 5, 5, 5),
                        new TaskQueries.Ends("default", LogEntry.Event.REJECTED, 1, 1, 1),
                        new TaskQueries.Ends("default", LogEntry.Event.DIED, 1, 1, 0));
        assertThat(lists.ends(from.minusSeconds(60), from)).isEmpty();
    }

    @Test
    void payloadsByTheirBeginnings_ofLiveTasksAndOfDeadLetters() {
        enqueue("a-live", 0, Duration.ofHours(1));
        enqueue("b-dead", 0, Duration.ZERO);
        enqueue("c-dead", 0, Duration.ZERO);
        ClaimRequest all =
                new ClaimRequest("node-1", Duration.ofHours(1), 3, List.of(new ClaimRequest.Share("mail", 10)));
        for (Claimed claimed : store.claim(all)) {
            End end = new End.Dead("gave up", "signature", false);
            store.finish(List.of(new TaskFinish(claimed.task().id(), claimed.fence(), end)));
        }

        assertThat(lists.payloads(List.of("a-live", "b-dead"), 3))
                .containsExactly(new TaskQueries.PayloadStart("a-live", Bytes.ofText("a-l")));
        assertThat(lists.payloads(List.of(), 3)).isEmpty();
        List<TaskQueries.DeadPayloadStart> first = lists.deadPayloads("mail", "welcome", null, 100, 1);
        List<TaskQueries.DeadPayloadStart> second =
                lists.deadPayloads("mail", "welcome", first.get(0).place(), 1, 10);
        assertThat(first).extracting(TaskQueries.DeadPayloadStart::start).containsExactly(Bytes.ofText("c-dead"));
        assertThat(second).extracting(TaskQueries.DeadPayloadStart::start).containsExactly(Bytes.ofText("b"));
        assertThat(second).extracting(TaskQueries.DeadPayloadStart::reason).containsExactly("gave up");
        assertThat(lists.deadPayloads("mail", "other", null, 1, 10)).isEmpty();
    }
}
