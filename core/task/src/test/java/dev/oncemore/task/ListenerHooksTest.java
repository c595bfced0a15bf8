package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.time.VirtualTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a listener may add to tasks and keep open around them never decides about the tasks. */
class ListenerHooksTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> heard = new ArrayList<>();

    private Tasks tasks(TaskListener listener) {
        Tasks tasks = Tasks.on(
                new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 100),
                TaskSettings.standard().time(time).executor(Runnable::run).listener(listener));
        tasks.handle("mail", String.class, (payload, run) -> {
            heard.add("runs with " + new TreeMap<>(run.headers()));
            return Verdict.done();
        });
        return tasks;
    }

    private static TaskListener adding(Map<String, String> headers) {
        return new TaskListener() {
            @Override
            public void on(TaskEvent event) {}

            @Override
            public Map<String, String> headers() {
                return headers;
            }
        };
    }

    @Test
    void headersAreAdded_butTheTasksOwnWin() {
        Tasks tasks = tasks(adding(Map.of("trace", "listener", "more", "1")));
        tasks.enqueue("mail", "x", TaskOptions.standard().header("trace", "own"));
        tasks.manualWorker().runAll();

        assertThat(heard).containsExactly("runs with {more=1, trace=own}");
    }

    @Test
    void headersThatNoTaskMayHaveAreLeftOut() {
        Map<String, String> headers = new HashMap<>(Map.of("a b", "x", "", "x", "long", "x".repeat(1_001)));
        headers.put("good", "1");
        Tasks tasks = tasks(adding(headers));
        tasks.enqueue("mail", "x");
        tasks.manualWorker().runAll();

        assertThat(heard).containsExactly("runs with {good=1}");
    }

    @Test
    void moreHeadersThanATaskMayHaveAreLeftOut() {
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            many.put("h" + i, "x");
        }
        Tasks tasks = tasks(adding(many));

        assertThat(tasks.enqueue("mail", "x").id()).isNotBlank();
    }

    @Test
    void theScopeIsToldTheEnd_onTheThreadOfTheHandler() {
        Tasks tasks = tasks(new TaskListener() {
            @Override
            public void on(TaskEvent event) {}

            @Override
            public RunScope onRun(Task task, int attempt) {
                heard.add("begin " + task.kind() + " " + attempt);
                return (succeeded, outcome) -> heard.add("end " + succeeded + " " + outcome);
            }
        });
        tasks.handle("broken", String.class, (payload, run) -> Verdict.dead("no"));
        tasks.enqueue("mail", "x");
        tasks.enqueue("broken", "x");
        tasks.manualWorker().runAll();

        assertThat(heard)
                .containsExactly("begin mail 1", "runs with {}", "end true done", "begin broken 1", "end false dead");
    }

    @Test
    void aListenerThatThrowsChangesNothing() {
        Tasks tasks = tasks(new TaskListener() {
            @Override
            public void on(TaskEvent event) {}

            @Override
            public Map<String, String> headers() {
                throw new IllegalStateException("broken");
            }

            @Override
            public RunScope onRun(Task task, int attempt) {
                if (task.payload().size() > 5) {
                    throw new IllegalStateException("broken");
                }
                return (succeeded, outcome) -> {
                    throw new IllegalStateException("broken");
                };
            }
        });
        TaskHandle one = tasks.enqueue("mail", "x");
        TaskHandle other = tasks.enqueue("mail", "a longer one");
        tasks.manualWorker().runAll();

        assertThat(one.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(other.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(heard).hasSize(2);
    }
}
