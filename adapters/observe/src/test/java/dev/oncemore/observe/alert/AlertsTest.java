package dev.oncemore.observe.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.saga.SagaEvent;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.io.NotSerializableException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Against a real HTTP server; alerts are sent on the thread that raises them, so nothing has to be awaited. */
class AlertsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();
    private final RecordStore records = new InMemoryRecordStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
    private final List<JsonNode> bodies = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();
    private final Queue<Integer> statuses = new ArrayDeque<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            synchronized (bodies) {
                bodies.add(JsonMapper.shared()
                        .readTree(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
                keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            }
            Integer status = statuses.poll();
            exchange.sendResponseHeaders(status == null ? 202 : status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private URI url() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/hook");
    }

    private Alerts alerts(AlertChannel... channels) {
        return Alerts.on(records, HOUR, time, Runnable::run, channels);
    }

    private Retry engine(Alerts alerts, RetryPolicy.Builder policy) {
        return Retry.builder(policy.build()).virtualTime(time).listener(alerts).build();
    }

    private static void fail(Retry retry) {
        retry.tryCall(() -> {
            throw new ConnectException("refused");
        });
    }

    private List<String> names() {
        return bodies.stream().map(body -> body.get("name").asString()).toList();
    }

    @Test
    void eachChannelSpeaksItsOwnLanguage() {
        Alerts alerts = alerts(
                AlertChannel.webhook(url()), AlertChannel.slack(url()), AlertChannel.pagerDuty("routing", url()));
        alerts.on(new SagaEvent.Stuck("checkout", "order-7", "payment", "refunds <closed> & \"gone\""));

        String summary = "checkout: the step payment can not be taken back: refunds <closed> & \"gone\"";
        assertThat(bodies.get(0).get("name").asString()).isEqualTo("saga_stuck");
        assertThat(bodies.get(0).get("severity").asString()).isEqualTo("critical");
        assertThat(bodies.get(0).get("summary").asString()).isEqualTo(summary);
        assertThat(bodies.get(1).get("text").asString())
                .isEqualTo("[CRITICAL] checkout: the step payment can not be taken back:"
                        + " refunds &lt;closed&gt; &amp; \"gone\"");
        JsonNode page = bodies.get(2);
        assertThat(page.get("routing_key").asString()).isEqualTo("routing");
        assertThat(page.get("event_action").asString()).isEqualTo("trigger");
        assertThat(page.get("dedup_key").asString()).startsWith("saga_stuck:");
        assertThat(page.get("payload").get("summary").asString()).isEqualTo(summary);
        assertThat(page.get("payload").get("severity").asString()).isEqualTo("critical");
        assertThat(page.get("payload").get("source").asString()).isEqualTo("oncemore");
        assertThat(keys).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(keys).allMatch(key -> key.matches("\"[0-9a-f]{32}\""));
    }

    @Test
    void theSameAlertIsSentOnceInAQuietPeriod_byHoweverManyNodes() {
        List<Alerts> nodes = List.of(alerts(AlertChannel.webhook(url())), alerts(AlertChannel.webhook(url())));
        SagaEvent stuck = new SagaEvent.Stuck("checkout", "order-7", "payment", "closed");
        for (int i = 0; i < 10; i++) {
            nodes.forEach(node -> node.on(stuck));
        }
        assertThat(bodies).hasSize(1);

        nodes.get(0).on(new SagaEvent.Stuck("refund", "order-7", "payment", "closed"));
        assertThat(bodies).hasSize(2);

        time.advance(HOUR.plusMinutes(1));
        nodes.forEach(node -> node.on(stuck));
        assertThat(bodies).hasSize(3);
    }

    @Test
    void aBugOrABrokenConfigurationIsNotRetried_andAlertsOnce() {
        Retry retry = engine(
                alerts(AlertChannel.webhook(url())), RetryPolicy.named("bank").maxAttempts(5));
        AtomicInteger attempts = new AtomicInteger();
        List<Exception> failures = List.of(
                new IllegalStateException("bug"),
                new NotSerializableException("Receipt"),
                new NoSuchFileException("key.pem"));
        for (Exception failure : failures) {
            retry.tryRun(Safety.idempotent(), () -> {
                attempts.incrementAndGet();
                throw failure;
            });
        }

        assertThat(attempts).hasValue(3);
        assertThat(names()).containsExactly("call_broken");
        assertThat(bodies.get(0).get("summary").asString())
                .isEqualTo("bank: a call fails and no retry can help: IllegalStateException; fix the code or the"
                        + " configuration, or add a rule to the classifier");
    }

    @Test
    void aRejectionIsAnAnswer_andAlertsNobody() {
        Retry retry = engine(
                alerts(AlertChannel.webhook(url())),
                RetryPolicy.named("bank").classifier(Classifier.standard().rejectedOn(IOException.class)));
        retry.tryCall(() -> {
            throw new IOException("insufficient funds");
        });
        assertThat(bodies).isEmpty();
    }

    @Test
    void aTaskThatFailsOnAValueThatCannotBeSerializedIsDeadAtOnce_andAlertsOnce() {
        TaskStore store = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 100);
        Tasks tasks = Tasks.on(
                store,
                TaskSettings.standard()
                        .time(time)
                        .executor(Runnable::run)
                        .listener(alerts(AlertChannel.webhook(url()))));
        AtomicInteger attempts = new AtomicInteger();
        tasks.handle("mail", String.class, (payload, run) -> {
            attempts.incrementAndGet();
            throw new NotSerializableException("Receipt");
        });
        tasks.enqueue("mail", "x");
        tasks.enqueue("mail", "y");
        tasks.manualWorker().runAll();

        assertThat(attempts).hasValue(2);
        assertThat(names()).containsExactly("dead_letter");
        assertThat(bodies.get(0).get("summary").asString()).contains("NotSerializableException");
    }

    @Test
    void whatTheOtherSideCouldNotTakeIsTriedAgain_underTheSameKey() {
        statuses.addAll(List.of(503, 429, 500));
        alerts(AlertChannel.webhook(url())).on(new SagaEvent.Stuck("checkout", "order-7", "payment", "closed"));

        assertThat(bodies).hasSize(4);
        assertThat(keys).containsOnly(keys.get(0));
    }

    @Test
    void aChannelThatSaysNoDoesNotKeepTheOthersFromHearing() {
        statuses.add(403);
        alerts(AlertChannel.slack(url()), AlertChannel.webhook(url()))
                .on(new SagaEvent.Stuck("checkout", "order-7", "payment", "closed"));

        assertThat(bodies).hasSize(2);
    }

    @Test
    void anOpenBreaker_andABudgetThatIsUsedUp() {
        Alerts alerts = alerts(AlertChannel.webhook(url()));
        fail(engine(
                alerts,
                RetryPolicy.named("bank")
                        .maxAttempts(1)
                        .breaker(Breaker.failures(1).coolDown(HOUR))));
        Retry mail = engine(
                alerts,
                RetryPolicy.named("mail")
                        .maxAttempts(3)
                        .backoff(Backoff.none())
                        .budget(new RetryBudget(0.1, 1, Duration.ofSeconds(10))));
        fail(mail);
        fail(mail);

        assertThat(names()).containsExactly("breaker_open", "budget_exhausted");
        assertThat(bodies.get(0).get("subject").asString()).isEqualTo("bank");
    }

    @Test
    void aRetryStorm_andNotAFewRetries() {
        Alerts alerts = alerts(AlertChannel.webhook(url()));
        RetryPolicy.Builder policy =
                RetryPolicy.named("bank").maxAttempts(3).backoff(Backoff.none()).unlimitedBudget();
        Retry bank = engine(alerts, policy);
        for (int i = 0; i < 10; i++) {
            fail(bank);
        }
        time.advance(Duration.ofSeconds(30));
        assertThat(bodies).isEmpty();

        for (int i = 0; i < 20; i++) {
            fail(bank);
        }
        time.advance(Duration.ofSeconds(30));
        assertThat(names()).containsExactly("retry_storm");
        assertThat(bodies.get(0).get("summary").asString()).isEqualTo("bank: 60 retries for 30 calls within a minute");
    }

    @Test
    void anUnknownOutcome_saysWhichOperation_andNoKey() {
        Key key = Key.of("acme", "payment:create", "inv-001");
        alerts(AlertChannel.webhook(url())).on(new OnceEvent.Finished(key, 1, RecordState.UNKNOWN, "inv-001 was lost"));

        assertThat(names()).containsExactly("unknown_outcome");
        assertThat(bodies.get(0).toString()).contains("payment:create").doesNotContain("inv-001", "acme");
    }

    @Test
    void deadLetters_whenTheyDie_andWhenTheyAge() {
        Alerts alerts = alerts(AlertChannel.webhook(url()));
        TaskStore store = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 100);
        Tasks tasks = Tasks.on(
                store,
                TaskSettings.standard().time(time).executor(Runnable::run).listener(alerts));
        tasks.handle("mail", String.class, (payload, run) -> Verdict.dead("no such address"));
        for (int i = 0; i < 5; i++) {
            tasks.enqueue("mail", "x");
        }
        tasks.manualWorker().runAll();
        assertThat(names()).containsExactly("dead_letter");
        assertThat(bodies.get(0).get("summary").asString()).contains("default/mail", "no such address");

        time.advance(Duration.ofHours(23));
        assertThat(bodies).hasSize(1);
        time.advance(Duration.ofMinutes(90));
        assertThat(names()).containsExactly("dead_letter", "dead_letters_ageing");

        alerts.close();
        time.advance(Duration.ofDays(3));
        assertThat(bodies).hasSize(2);
    }

    @Test
    void withoutThreadsOfYourOwnOneOfItsOwnSends_andWhatWaitsIsSentBeforeItEnds() throws InterruptedException {
        CountDownLatch sent = new CountDownLatch(2);
        AtomicReference<String> thread = new AtomicReference<>("");
        AlertChannel channel = new AlertChannel() {
            @Override
            public String name() {
                return "own";
            }

            @Override
            public void send(Alert alert, String idempotencyKey) {
                thread.set(Thread.currentThread().getName());
                sent.countDown();
            }
        };
        try (Alerts alerts = Alerts.on(records, channel)) {
            alerts.on(new SagaEvent.Stuck("checkout", "order-7", "payment", "closed"));
            alerts.on(new SagaEvent.Stuck("refund", "order-7", "payment", "closed"));
        }

        assertThat(sent.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(thread).hasValue("oncemore-alerts");
    }

    @Test
    void refusesAQuietPeriodThatIsTooShort() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Alerts.on(records, Duration.ofSeconds(1), time, Runnable::run))
                .withMessage("quiet must be between 1 min and 7 d, but is 1 s");
    }

    @Test
    void theAddressOfAChannelIsNotShown_andMustBeOne() {
        assertThat(AlertChannel.slack(URI.create("https://hooks.example.com/services/T0/B0/secret")))
                .hasToString("slack at hooks.example.com");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AlertChannel.webhook(URI.create("ftp://example.com/secret")))
                .withMessage("the address of webhook must start with https:// or http:// and have a host");
    }
}
