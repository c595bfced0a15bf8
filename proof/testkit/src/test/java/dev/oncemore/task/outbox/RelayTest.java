package dev.oncemore.task.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Codec;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.InMemoryTransaction;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.testkit.race.Together;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RelayTest {
    private static final RetryPolicy AT_ONCE =
            RetryPolicy.named("at-once").maxAttempts(3).backoff(Backoff.none()).build();

    private final InMemoryTaskStore store = new InMemoryTaskStore();
    private final List<List<Message>> batches = Collections.synchronizedList(new ArrayList<>());
    private final TransactionalTasks<InMemoryTransaction> tasks = Tasks.on(
            store,
            TaskSettings.standard()
                    .queue(Tasks.DEFAULT_QUEUE, QueueSettings.standard().concurrency(8)));

    private void relayTo(Sink sink) {
        tasks.handle("order.paid", Codec.bytes(), AT_ONCE, Relay.to(messages -> {
            batches.add(messages);
            return sink.send(messages);
        }));
    }

    private static List<Verdict> allDone(List<Message> messages) {
        return messages.stream().map(message -> Verdict.done()).toList();
    }

    private static String textOf(Message message) {
        return new String(message.payload().toArray(), StandardCharsets.UTF_8);
    }

    private List<Message> sent() {
        return batches.stream().flatMap(List::stream).toList();
    }

    @Test
    void aTaskLeavesAsItWasEnqueued() {
        relayTo(RelayTest::allDone);
        TaskHandle handle = tasks.enqueue(
                "order.paid",
                "{\"id\": 7}",
                TaskOptions.standard().lane("customer-1").header("trace", "t-1"));

        tasks.manualWorker().runAll();

        Message message = sent().get(0);
        assertThat(message.id()).isEqualTo(handle.id());
        assertThat(message.kind()).isEqualTo("order.paid");
        assertThat(message.lane()).isEqualTo(Optional.of("customer-1"));
        assertThat(message.headers()).containsEntry("trace", "t-1");
        assertThat(textOf(message)).isEqualTo("{\"id\": 7}");
    }

    @Test
    void aRollbackSendsNothing_andACommitSendsOnce() {
        relayTo(RelayTest::allDone);
        InMemoryTransaction first = store.begin();
        tasks.within(first).enqueue("order.paid", "first");
        first.rollback();
        InMemoryTransaction second = store.begin();
        tasks.within(second).enqueue("order.paid", "second");
        second.commit();

        tasks.manualWorker().runAll();

        assertThat(sent()).extracting(RelayTest::textOf).containsExactly("second");
    }

    @Test
    void whatTheSinkThrowsIsTriedAgain_withTheSameId() {
        relayTo(messages -> {
            if (batches.size() == 1) {
                throw new ConnectException("refused");
            }
            return allDone(messages);
        });
        TaskHandle handle = tasks.enqueue("order.paid", "x");

        assertThat(tasks.manualWorker().runAll()).isEqualTo(2);

        assertThat(sent()).extracting(Message::id).containsExactly(handle.id(), handle.id());
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }

    @Test
    void aSinkThatForgetsAMessageIsABug_andNothingCountsAsSent() {
        relayTo(messages -> List.of());
        TaskHandle handle = tasks.enqueue("order.paid", "x");

        tasks.manualWorker().runAll();

        assertThat(handle.poll().orElseThrow().reason()).contains("one verdict per message, but returned 0 for 1");
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void whatComesWhileABatchIsUnderWaySharesTheNext_andEachHasItsOwnVerdict() throws Exception {
        CountDownLatch allEnqueued = new CountDownLatch(1);
        relayTo(messages -> {
            allEnqueued.await();
            return messages.stream()
                    .map(message -> textOf(message).equals("3") ? Verdict.rejected("no") : Verdict.done())
                    .toList();
        });
        List<TaskHandle> handles = IntStream.range(0, 40)
                .mapToObj(i -> tasks.enqueue("order.paid", String.valueOf(i)))
                .toList();
        try (Workers workers = tasks.start()) {
            Together.await("one sends", () -> batches.size() == 1);
            allEnqueued.countDown();
            for (TaskHandle handle : handles) {
                handle.await(Duration.ofMinutes(1));
            }
            assertThat(workers).isNotNull();
        }

        assertThat(sent()).hasSize(40);
        assertThat(handles.get(3).poll().orElseThrow().state()).isEqualTo(TaskState.REJECTED);
        assertThat(handles.get(4).poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(batches).allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(8));
    }

    @Test
    void aLaneKeepsItsOrder() throws Exception {
        relayTo(RelayTest::allDone);
        List<TaskHandle> handles = IntStream.range(0, 60)
                .mapToObj(i -> tasks.enqueue(
                        "order.paid", i % 3 + " " + i, TaskOptions.standard().lane("lane " + i % 3)))
                .toList();
        try (Workers workers = tasks.start()) {
            for (TaskHandle handle : handles) {
                handle.await(Duration.ofMinutes(1));
            }
            assertThat(workers).isNotNull();
        }

        for (int lane = 0; lane < 3; lane++) {
            String start = lane + " ";
            assertThat(sent().stream().map(RelayTest::textOf).filter(text -> text.startsWith(start)))
                    .hasSize(20)
                    .extracting(text -> Integer.valueOf(text.substring(2)))
                    .isSorted();
        }
    }
}
