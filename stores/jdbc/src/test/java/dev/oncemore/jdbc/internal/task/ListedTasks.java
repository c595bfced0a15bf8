package dev.oncemore.jdbc.internal.task;




import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lists for people, on a database. */
abstract class ListedTasks {
    private JdbcTaskStore store;
    private TaskLists lists;

    abstract TaskDatabase database();

    @BeforeEach
    void open() {
        store = database().newStore();
        lists = store.lists();
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
            tasks.enqueue("x", key, TaskOptions.queue("default").dedupKey(key));
        }
        assertThat(lists.keyed("default", "saga:a:", null, 10))
                .extracting(TaskLists.Keyed::key)
                .containsExactly("saga:a:1", "saga:a:2");
        assertThat(lists.keyed("default", "saga:", "saga:a:1", 10))
                .extracting(TaskLists.Keyed::key)
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
            page = lists.ended("", new TaskLists.Place(last.at(), last.taskId()), 2);
        }
        assertThat(seen).hasSize(6).doesNotHaveDuplicates();
        assertThat(lists.ended("no", null, 10)).extracting(LogEntry::kind).containsExactly("no");
        assertThat(lists.ended("", null, 10))
                .extracting(LogEntry::at)
                .isSortedAccordingTo((one, other) -> other.compareTo(one));
        assertThat(lists.ends(from, store.now().plusSeconds(1)))
                .containsExactlyInAnyOrder(
                        new TaskLists.Ends("default", LogEntry.Event.DONE, 5, 5, 5),
                        new TaskLists.Ends("default", LogEntry.Event.REJECTED, 1, 1, 1),
                        new TaskLists.Ends("default", LogEntry.Event.DIED, 1, 1, 0));
        assertThat(lists.ends(from.minusSeconds(60), from)).isEmpty();
    }
}
