package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.Codec;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.task.outbox.Message;
import dev.oncemore.task.outbox.Relay;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSinkTest {
    private final VirtualTime time = new VirtualTime();
    private final InMemoryTaskStore store = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
    private final Tasks tasks = Tasks.on(
            (TaskStore) store,
            TaskSettings.standard()
                    .time(time)
                    .policy(RetryPolicy.named("post")
                            .maxAttempts(4)
                            .unlimitedBudget()
                            .build()));
    private ScriptedServer server;
    private HttpSink sink;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
        sink = HttpSink.to(HttpClient.newHttpClient(), URI.create("http://127.0.0.1:" + server.port() + "/events"));
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private TaskHandle post(HttpSink to) {
        tasks.handle("order.paid", Codec.bytes(), tasks.settings().policy(), Relay.to(to));
        TaskHandle handle = tasks.enqueue(
                "order.paid", "{\"order\":7}", TaskOptions.standard().header("tenant", "acme"));
        tasks.manualWorker().runAll();
        return handle;
    }

    private static TaskState stateOf(TaskHandle handle) {
        return handle.poll().map(TaskStatus::state).orElseThrow();
    }

    @Test
    void aMessageIsPostedWithItsIdAsKey() {
        TaskHandle handle = post(sink);

        assertThat(stateOf(handle)).isEqualTo(TaskState.DONE);
        assertThat(server.seen()).singleElement().satisfies(seen -> {
            assertThat(seen.method()).isEqualTo("POST");
            assertThat(seen.path()).isEqualTo("/events");
            assertThat(seen.body()).isEqualTo("{\"order\":7}");
            assertThat(seen.header("Idempotency-Key")).isEqualTo("\"" + handle.id() + "\"");
            assertThat(seen.header("Content-Type")).isEqualTo("application/json");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    void aFailureThatMayPassIsRetriedByTheTask_withTheSameKey(int status) {
        server.answer(status, "");
        TaskHandle handle = post(sink);
        assertThat(stateOf(handle)).isEqualTo(TaskState.WAITING);

        time.advance(Duration.ofMinutes(20));
        tasks.manualWorker().runAll();

        assertThat(stateOf(handle)).isEqualTo(TaskState.DONE);
        assertThat(server.seen())
                .extracting(seen -> seen.header("Idempotency-Key"))
                .hasSize(2)
                .containsOnly("\"" + handle.id() + "\"");
    }

    @Test
    void theServiceSaysWhen() {
        server.answer(503, "", "Retry-After", "120");
        server.answer(409, "", "Retry-After", "60");
        TaskHandle handle = post(sink);

        time.advance(Duration.ofSeconds(119));
        assertThat(tasks.manualWorker().runAll()).isZero();
        time.advance(Duration.ofSeconds(1));
        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);
        assertThat(stateOf(handle)).as("409 with a hint is in progress").isEqualTo(TaskState.WAITING);
        time.advance(Duration.ofSeconds(60));
        tasks.manualWorker().runAll();

        assertThat(stateOf(handle)).isEqualTo(TaskState.DONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 400, 401, 404, 409, 410, 412, 422, 501})
    void aRefusalIsADeadLetter(int status) {
        server.answer(status, "");
        post(sink);

        assertThat(server.seen()).hasSize(1);
        assertThat(tasks.deadLetters().page(Filter.all(), Order.NEWEST_FIRST, null, 1))
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.reason()).contains("HTTP " + status);
                    assertThat(letter.stackTrace()).contains("NotDeliveredException");
                });
    }

    @Test
    void aServiceThatIsDownIsTriedAgain() throws Exception {
        server.close();
        TaskHandle handle = post(sink);

        assertThat(stateOf(handle)).isEqualTo(TaskState.WAITING);
    }

    @Test
    void headersAndTargetAreThoseOfTheMessage() {
        HttpSink byKind = HttpSink.to(
                        HttpClient.newHttpClient(),
                        message -> URI.create("http://127.0.0.1:" + server.port() + "/" + message.kind()))
                .headers(message -> Map.of(
                        "X-Tenant",
                        message.headers().get("tenant"),
                        "Content-Type",
                        "text/plain",
                        "Idempotency-Key",
                        "x"))
                .limit(Duration.ofSeconds(30));
        TaskHandle handle = post(byKind);

        assertThat(server.seen()).singleElement().satisfies(seen -> {
            assertThat(seen.path()).isEqualTo("/order.paid");
            assertThat(seen.header("X-Tenant")).isEqualTo("acme");
            assertThat(seen.header("Content-Type")).isEqualTo("text/plain");
            assertThat(seen.header("Idempotency-Key")).isEqualTo("\"" + handle.id() + "\"");
        });
        assertThatIllegalArgumentException().isThrownBy(() -> sink.limit(Duration.ZERO));
    }

    @Test
    void oneMessageThatCannotBeSentDoesNotFailTheOthers() throws Exception {
        HttpSink broken = sink.headers(message -> {
            if (message.id().equals("m-1")) {
                throw new IllegalStateException("no token");
            }
            return Map.of();
        });
        List<Message> messages = IntStream.range(0, 3)
                .mapToObj(i -> new Message(
                        "m-" + i, "kind", Optional.empty(), dev.oncemore.once.record.Bytes.ofText("{}"), Map.of()))
                .toList();

        List<Verdict> verdicts = broken.send(messages);

        assertThat(verdicts.get(0)).isInstanceOf(Verdict.Done.class);
        assertThat(verdicts.get(1)).isInstanceOf(Verdict.Failed.class);
        assertThat(verdicts.get(2)).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void aRetryingClientMakesOneAttempt_becauseTheTaskRetries() {
        server.answer(503, "");
        RetryingHttpClient client = RetryingHttpClient.around(
                HttpClient.newHttpClient(),
                RetryPolicy.named("inner").maxAttempts(3).build());
        TaskHandle handle = post(HttpSink.to(client, URI.create("http://127.0.0.1:" + server.port() + "/events")));

        assertThat(server.seen()).hasSize(1);
        assertThat(stateOf(handle)).isEqualTo(TaskState.WAITING);
    }

    @Test
    void manyMessagesShareABatch_andAllArrive() throws Exception {
        Tasks many = Tasks.on(
                (TaskStore) new InMemoryTaskStore(),
                TaskSettings.standard().queue("out", QueueSettings.standard().concurrency(8)));
        many.handle("order.paid", Codec.bytes(), many.settings().policy(), Relay.to(sink));
        List<String> orders =
                IntStream.range(0, 50).mapToObj(i -> "{\"order\":" + i + "}").toList();
        try (Workers workers = many.start()) {
            List<TaskHandle> handles =
                    many.enqueueAll("order.paid", orders, TaskOptions.standard().queue("out"));
            for (TaskHandle handle : handles) {
                handle.await(Duration.ofSeconds(30));
            }
            assertThat(workers).isNotNull();
        }

        assertThat(server.seen()).extracting(ScriptedServer.Seen::body).containsExactlyInAnyOrderElementsOf(orders);
    }
}
