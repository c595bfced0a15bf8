package dev.oncemore.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.SagaSettings;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.time.VirtualTime;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.net.ConnectException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Spans of task attempts and saga steps. */
@SuppressWarnings("try") // a scope is only there to be closed
class RunSpansTest {
    private static final RetryPolicy TWICE =
            RetryPolicy.named("twice").maxAttempts(2).backoff(Backoff.none()).build();

    private final VirtualTime time = new VirtualTime();
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .build();
    private final Tracer tracer = sdk.getTracer("test");
    private final Telemetry telemetry =
            Telemetry.of(new Telemetry() {}, SpanListener.on(sdk, () -> Instant.EPOCH.plus(time.elapsed())));
    private final Tasks tasks = Tasks.on(
            new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 100),
            TaskSettings.standard()
                    .time(time)
                    .executor(Runnable::run)
                    .policy(TWICE)
                    .listener(telemetry));

    @AfterEach
    void close() {
        sdk.close();
    }

    private List<SpanData> named(String name) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
    }

    private static String outcome(SpanData span) {
        return span.getAttributes().get(AttributeKey.stringKey("oncemore.outcome"));
    }

    @Test
    void aTaskContinuesTheTraceOfItsEnqueuer_andLinksToIt() {
        tasks.handle("mail", String.class, (payload, run) -> Verdict.done());
        Span enqueuer = tracer.spanBuilder("request").startSpan();
        try (Scope unused = enqueuer.makeCurrent()) {
            tasks.enqueue("mail", "hello");
        }
        enqueuer.end();
        tasks.manualWorker().runAll();

        SpanData span = named("task mail").get(0);
        assertThat(span.getTraceId()).isEqualTo(enqueuer.getSpanContext().getTraceId());
        assertThat(span.getParentSpanId()).isEqualTo(enqueuer.getSpanContext().getSpanId());
        assertThat(span.getLinks())
                .extracting(link -> link.getSpanContext().getSpanId())
                .containsExactly(enqueuer.getSpanContext().getSpanId());
        assertThat(span.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(outcome(span)).isEqualTo("done");
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    }

    @Test
    void eachAttemptIsASpan_whichIsCurrentInTheHandler_andNotAfterwards() {
        List<String> current = new ArrayList<>();
        tasks.handle("mail", String.class, (payload, run) -> {
            current.add(Span.current().getSpanContext().getSpanId());
            throw new ConnectException("refused");
        });
        tasks.enqueue("mail", "hello");
        tasks.manualWorker().runAll();

        List<SpanData> attempts = named("task mail");
        assertThat(attempts).extracting(SpanData::getSpanId).containsExactlyElementsOf(current);
        assertThat(attempts).extracting(RunSpansTest::outcome).containsExactly("retried", "dead");
        assertThat(attempts)
                .allSatisfy(span -> assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR));
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
    }

    @Test
    void aTraceparentOfTheCallersOwnWins_andAMalformedOneIsIgnored() {
        tasks.handle("mail", String.class, (payload, run) -> Verdict.done());
        Span enqueuer = tracer.spanBuilder("request").startSpan();
        try (Scope unused = enqueuer.makeCurrent()) {
            tasks.enqueue(
                    "mail",
                    "own",
                    TaskOptions.standard()
                            .header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
            tasks.enqueue("mail", "malformed", TaskOptions.standard().header("traceparent", "00-0-0-01"));
        }
        tasks.manualWorker().runAll();

        assertThat(named("task mail"))
                .extracting(SpanData::getTraceId)
                .hasSize(2)
                .contains("0af7651916cd43dd8448eb211c80319c")
                .doesNotContain(enqueuer.getSpanContext().getTraceId());
    }

    @Test
    void aStepOfASagaIsASpanInsideItsTask_andSoIsItsUndo() {
        Sagas sagas = Sagas.on(
                tasks,
                new InMemoryRecordStore(time, InstantSource.fixed(Instant.EPOCH), 1_000),
                SagaSettings.standard()
                        .time(time)
                        .once(OnceSettings.standard().executor(silent -> {}))
                        .listener(telemetry));
        Saga<String> checkout = Saga.of("checkout", String.class)
                .step("stock", (order, step) -> order)
                .undo((order, step) -> {})
                .step("payment", (order, step) -> {
                    throw new IllegalArgumentException("no money");
                })
                .retry(TWICE)
                .build();
        sagas.handle(checkout);
        sagas.start(checkout, "order-7", "order");
        tasks.manualWorker().runAll();

        SpanData task = exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getKind() == SpanKind.CONSUMER)
                .findFirst()
                .orElseThrow();
        for (String name : List.of("step checkout/stock", "step checkout/payment", "undo checkout/stock")) {
            assertThat(named(name)).as(name).hasSize(1);
            assertThat(named(name).get(0).getParentSpanId()).as(name).isEqualTo(task.getSpanId());
        }
        assertThat(outcome(named("step checkout/stock").get(0))).isEqualTo("done");
        assertThat(outcome(named("step checkout/payment").get(0))).isEqualTo("failed");
    }
}
