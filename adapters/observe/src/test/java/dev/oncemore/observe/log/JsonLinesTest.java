package dev.oncemore.observe.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.By;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.saga.SagaEvent;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JsonLinesTest {
    private static final byte[] SECRET = "0123456789abcdef".getBytes(StandardCharsets.UTF_8);

    private final VirtualTime time = new VirtualTime();
    private final List<String> lines = new ArrayList<>();
    private LogContext current = LogContext.none()
            .correlationId("c-1")
            .traceId("4bf92f3577b34da6a3ce929d0e0e4736")
            .who("ann");
    private final JsonLines json = JsonLines.to(lines::add)
            .context(() -> current)
            .clock(InstantSource.fixed(Instant.parse("2026-01-24T10:30:00.123456Z")));

    static final class Refused extends Exception implements Classified {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }

        @Override
        public Classification classification() {
            return Classification.throttled("HTTP 429 " + getMessage()).notBefore(Duration.ofSeconds(2));
        }
    }

    private Retry engine(JsonLines listener) {
        return Retry.builder(RetryPolicy.named("invoices")
                        .maxAttempts(5)
                        .backoff(Backoff.fixed(Duration.ofMillis(300)).noJitter())
                        .build())
                .virtualTime(time)
                .listener(listener)
                .build();
    }

    private Map<?, ?> line(int index) {
        return JsonMapper.shared().readValue(lines.get(index), Map.class);
    }

    @Test
    void aRowOfASheetThatIsRetried_hasEveryFieldThatPeopleFilterBy() throws Refused {
        current = current.docType("invoice").rowNumber(17);
        engine(json).operation("create").attempt(Safety.keyed("comp1:invoice:001"), attempt -> {
            if (attempt.number() == 1) {
                throw new Refused("slow down");
            }
            return "created";
        });

        assertThat(lines)
                .containsExactly(
                        "{\"event\":\"dependency_attempt_failed\",\"timestamp\":\"2026-01-24T10:30:00.123Z\","
                                + "\"correlationId\":\"c-1\",\"traceId\":\"4bf92f3577b34da6a3ce929d0e0e4736\","
                                + "\"who\":\"ann\",\"docType\":\"invoice\",\"rowNumber\":17,"
                                + "\"idempotencyKey\":\"comp1:invoice:001\",\"idempotencyKeyPresent\":true,"
                                + "\"dependency\":\"invoices\",\"operation\":\"create\",\"attempt\":1,"
                                + "\"maxAttempts\":5,\"delayMs\":2000,\"elapsedMs\":0,\"failureKind\":\"THROTTLED\","
                                + "\"httpStatus\":429,\"error\":\"HTTP 429 slow down\"}",
                        "{\"event\":\"dependency_retry_scheduled\",\"timestamp\":\"2026-01-24T10:30:00.123Z\","
                                + "\"correlationId\":\"c-1\",\"traceId\":\"4bf92f3577b34da6a3ce929d0e0e4736\","
                                + "\"who\":\"ann\",\"docType\":\"invoice\",\"rowNumber\":17,"
                                + "\"idempotencyKey\":\"comp1:invoice:001\",\"idempotencyKeyPresent\":true,"
                                + "\"dependency\":\"invoices\",\"operation\":\"create\",\"attempt\":2,"
                                + "\"maxAttempts\":5,\"delayMs\":2000,\"failureKind\":\"THROTTLED\"}",
                        "{\"event\":\"dependency_call_succeeded\",\"timestamp\":\"2026-01-24T10:30:00.123Z\","
                                + "\"correlationId\":\"c-1\",\"traceId\":\"4bf92f3577b34da6a3ce929d0e0e4736\","
                                + "\"who\":\"ann\",\"docType\":\"invoice\",\"rowNumber\":17,"
                                + "\"idempotencyKey\":\"comp1:invoice:001\",\"idempotencyKeyPresent\":true,"
                                + "\"dependency\":\"invoices\",\"operation\":\"create\",\"attempt\":2,"
                                + "\"maxAttempts\":5,\"elapsedMs\":2000}");
    }

    @Test
    void aCallWithoutAKeySaysSo_andATimeoutItsType() {
        engine(json).tryCall(() -> {
            throw new SocketTimeoutException("read timed out");
        });

        assertThat(line(0).get("event")).isEqualTo("dependency_attempt_failed");
        assertThat(line(0).get("idempotencyKeyPresent")).isEqualTo(false);
        assertThat(line(0).get("operation")).isEqualTo("default");
        assertThat(line(0).get("timeoutType")).isEqualTo("READ");
        assertThat(line(1).get("event")).isEqualTo("dependency_call_failed");
        assertThat(line(1).get("reason")).isEqualTo("UNKNOWN_OUTCOME");
        assertThat(line(1).get("idempotencyKey")).isNull();
    }

    @Test
    void anAsynchronousCallKeepsItsCaller_onWhicheverThreadItEnds() {
        CompletableFuture<String> reply = new CompletableFuture<>();
        CompletableFuture<String> call = engine(json).callAsync(Safety.keyed("k"), attempt -> reply);
        current = LogContext.none().who("somebody else");
        reply.complete("done");

        assertThat(call).isCompletedWithValue("done");
        assertThat(line(0).get("who")).isEqualTo("ann");
        assertThat(line(0).get("idempotencyKey")).isEqualTo("k");
    }

    @Test
    void firstTriesCanBeLeftOut() {
        String unused = engine(json.withoutFirstTries()).call(() -> "done");
        assertThat(lines).isEmpty();
        unused = engine(json).call(() -> "done");
        assertThat(line(0).get("event")).isEqualTo("dependency_call_succeeded");
    }

    @Test
    void keysAreMaskedEverywhere_andStillTheSameForTheSameKey() {
        Retry retry = engine(json.maskingKeys(SECRET));
        for (int i = 0; i < 2; i++) {
            retry.tryCall(Safety.keyed("card-4711"), () -> {
                throw new IllegalStateException("no such card: card-4711");
            });
        }
        Once.on(new InMemoryRecordStore(), OnceSettings.standard().listener(json.maskingKeys(SECRET)))
                .operation("pay", String.class)
                .build()
                .key("acme", "card-4711")
                .run(Payload.none(), claim -> "done")
                .require();

        assertThat(lines).isNotEmpty().noneMatch(text -> text.contains("4711"));
        assertThat(lines.stream()
                        .map(text ->
                                JsonMapper.shared().readValue(text, Map.class).get("idempotencyKey")))
                .doesNotContainNull()
                .hasSizeGreaterThan(4)
                .allMatch(line(0).get("idempotencyKey")::equals);
        assertThat(line(0).get("error")).asString().contains("no such card: #");
    }

    @Test
    void fieldsOfPayloadsAreMasked_howeverAnErrorQuotesThem() {
        Retry retry = engine(json.maskingFields("cardNumber", "email"));
        retry.tryCall(() -> {
            throw new IllegalStateException(
                    "bad {\"cardNumber\": \"4111 1111\", \"email\":\"ann@example.com\", \"amount\":5}"
                            + " cardNumber=4111, EMAIL: ann@example.com; 'email'='x y' mycardNumber=7");
        });

        assertThat(line(0).get("error"))
                .asString()
                .doesNotContain("4111", "ann@", "x y")
                .contains("\"amount\":5", "mycardNumber=7", "cardNumber=***,", "EMAIL: ***;");
    }

    @Test
    void aTextFromOutsideForgesNoLine_andIsBounded() {
        engine(json).tryCall(() -> {
            throw new IllegalStateException("x\n{\"event\":\"forged\"}" + "y".repeat(10_000));
        });

        assertThat(lines).allMatch(text -> text.lines().count() == 1 && text.length() < 3_000);
    }

    @Test
    void aDocumentsKeyTellsItsType_andAPrincipalIsWho() {
        current = LogContext.none();
        Once.on(new InMemoryRecordStore(), OnceSettings.standard().listener(json))
                .operation("document:invoice", String.class)
                .build()
                .key("comp1", "comp1:invoice:001")
                .run(Payload.none(), claim -> "done")
                .require();

        assertThat(line(0).get("event")).isEqualTo("once.claimed");
        assertThat(line(1).get("event")).isEqualTo("once.finished");
        assertThat(line(1).get("docType")).isEqualTo("invoice");
        assertThat(line(1).get("idempotencyKey")).isEqualTo("comp1:invoice:001");
        assertThat(line(1).get("state")).isEqualTo("SUCCEEDED");
        assertThat(line(1).get("tenant")).isEqualTo("comp1");
    }

    @Test
    void aPersonWhoResolvesAnUnknownOutcomeIsWho() {
        json.on(new OnceEvent.Resolved(
                Key.of("acme", "pay", "1"), 2, RecordState.SUCCEEDED, By.person("bob", "seen at the bank")));

        assertThat(line(0).get("event")).isEqualTo("once.resolved");
        assertThat(line(0).get("who")).isEqualTo("bob");
        assertThat(line(0).get("correlationId")).isEqualTo("c-1");
    }

    @Test
    void aTaskIsToldForWhomItsHeadersName() {
        TaskStore store = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 10);
        Tasks tasks = Tasks.on(
                store,
                TaskSettings.standard().time(time).executor(Runnable::run).listener(json));
        tasks.handle("send", String.class, (payload, run) -> {
            throw new Refused("later");
        });
        tasks.enqueue(
                "send",
                "x",
                TaskOptions.standard()
                        .dedupKey("inv-1")
                        .maxAttempts(7)
                        .header("correlationId", "c-9")
                        .header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                        .header("rowNumber", "3")
                        .header("docType", "slip"));
        current = LogContext.none().who("worker");
        tasks.manualWorker().runAll();

        Map<?, ?> retried = line(2);
        assertThat(retried.get("event")).isEqualTo("task.retried");
        assertThat(retried.get("correlationId")).isEqualTo("c-9");
        assertThat(retried.get("traceId")).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(retried.get("who")).isEqualTo("worker");
        assertThat(retried.get("rowNumber")).isEqualTo(3);
        assertThat(retried.get("docType")).isEqualTo("slip");
        assertThat(retried.get("idempotencyKey")).isEqualTo("inv-1");
        assertThat(retried.get("maxAttempts")).isEqualTo(7);
        assertThat(retried.get("failureKind")).isEqualTo("THROTTLED");
        assertThat(retried.get("httpStatus")).isEqualTo(429);
    }

    @Test
    void aPersonWhoLetsASagaGoOnIsWho() {
        json.on(new SagaEvent.Resumed("checkout", "order-7", By.person("maria", "the bank is back")));
        json.on(new SagaEvent.Stuck("checkout", "order-7", "payment", "refunds are closed"));
        json.on(new TaskEvent.Paused("default", Duration.ofSeconds(1), "too fast"));

        assertThat(line(0).get("who")).isEqualTo("maria");
        assertThat(line(1).get("error")).isEqualTo("refunds are closed");
        assertThat(line(2).get("event")).isEqualTo("queue.paused");
    }

    @Test
    void aShortSecretIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.maskingKeys(new byte[8]))
                .withMessage("the secret that masks keys must have at least 16 bytes, but has 8");
    }
}
